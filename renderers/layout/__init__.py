"""Where everything lies on a picture: rectangles, words and cards, without a pixel drawn."""
