/** Of an export that may have a part of what matches only: how many match, as `totalElements` of a page. */
export const TOTAL_HEADER = 'x-total-count';
/** `true` where counting stopped there, as `totalIsLowerBound` of a page. */
export const LOWER_BOUND_HEADER = 'x-total-is-lower-bound';
