/** Who the product itself is in what it tells of jobs. */
export const SYSTEM = 'numscope';
