"""How strong the tests are: small faults are put into the program one by one, and the tests have to find them.

`make mutants` does it for ten minutes. It says nothing about the program, and belongs to no check: a survivor is a
line to look at. Some change nothing that anybody could see, and are none of the tests' fault.
"""
