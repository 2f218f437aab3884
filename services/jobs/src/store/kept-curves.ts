/** The latest passes of a job whose progress is kept. */
export const CURVES_KEPT = 20;
/** The latest outages of sources that are kept. */
export const OUTAGES_KEPT = 500;
