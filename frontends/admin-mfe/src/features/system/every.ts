/** Milliseconds between refreshes while the page is open. */
export const EVERY = 10_000;
