"""Generic parts that know nothing of cards: values, JSON, journals, files of rows, processes, drawing."""
