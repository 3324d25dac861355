"""Neural networks: what a seat observes, the features made of it, inference, and a look ahead."""
