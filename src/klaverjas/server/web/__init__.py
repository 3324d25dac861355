"""What browsers and programs speak with: REST, sockets, and the page that says how to join."""
