"""Asking people: the same questions as menus on a terminal or as plain lines, imported only when somebody is asked."""
