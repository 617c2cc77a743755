"""The methods of pairing, one file each: what has been played makes the next round's tables and rests."""
