"""Web Push: messages to browsers through their makers' servers, encrypted for the browser and signed by this host."""
