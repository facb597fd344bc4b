// See nsgaii.js.
