"""Between the network and the application: what a connection may cost before anybody knows who it is."""
