/** The trust in a source that is not bound any more, of which answers are still kept. */
export const UNKNOWN_TRUST = 0.5;
