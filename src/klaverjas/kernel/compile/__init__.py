"""From Python to machine code: the rules over integers and the kernels, compiled by numba."""
