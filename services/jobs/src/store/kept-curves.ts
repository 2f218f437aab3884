/** Of so many of a job's latest passes it is kept how they got on. */
export const CURVES_KEPT = 20;
/** Of so many outages of sources it is kept when they were. */
export const OUTAGES_KEPT = 500;
