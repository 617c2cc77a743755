"""The rules of Burraco, pure: values in, values out."""
