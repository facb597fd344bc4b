//! What a level generation problem is: objectives, and the measures of levels that problems share.
