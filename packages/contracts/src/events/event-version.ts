/**
 * Of every event's envelope. In a file of its own, because threads that only write events should not load the schemas.
 */
export const eventVersion = 1;
