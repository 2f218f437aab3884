/** Sources that are compared at most, each with each: a bound, no judgement. Imports may name any number of them. */
export const MOST_COMPARED = 100;
