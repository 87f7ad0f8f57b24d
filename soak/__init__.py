"""A long attack on the program, bounded in time: wild requests, kills, several writers, changed bytes, whole evenings. `make soak`."""
