"""What a sample says: its mean, and how far that may be off."""

from collections.abc import Sequence


def mean_and_error(figures: Sequence[float]) -> tuple[float, float]:
    """The mean of two figures or more, and its standard error."""
    mean = sum(figures) / len(figures)
    variance = sum([(figure - mean) ** 2 for figure in figures]) / (len(figures) - 1)
    return mean, float((variance / len(figures)) ** 0.5)
