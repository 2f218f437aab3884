/** How many match in all, as `totalElements` of a page, for an export that may have only a part of them. */
export const TOTAL_HEADER = 'x-total-count';
/** `true` where counting stopped there, as `totalIsLowerBound` of a page. */
export const LOWER_BOUND_HEADER = 'x-total-is-lower-bound';
