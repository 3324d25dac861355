"""Running tables: which node owns which table, who watches it, and how nodes find each other."""
