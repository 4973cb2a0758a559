"""The doctor: each of its diagnoses as a fault that is really there."""
