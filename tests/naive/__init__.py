"""Naive twins: slow, independent readings of the rules, to be run in step with the engine."""
