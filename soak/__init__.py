"""A long attack on the program, bounded in time: requests, kills, writers, changed bytes, evenings. `make soak`."""
