"""The players' own pages and the cards that open them."""
