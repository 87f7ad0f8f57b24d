"""A long attack on the program, bounded in time: wild requests, kills, several writers, changed bytes. `make soak`."""
