"""The kernel's values as messages of the contract, for the `wire` modules of all families."""
