/** Which phones of a job to list. */
export const validities = ['all', 'valid', 'notValid'] as const;
export type Validity = (typeof validities)[number];
