/**
 * Letters (of any script), digits, spaces, hyphens and underscore; the service answers the specified text otherwise.
 */
export const savedSearchName = /^[\p{L}\p{M}\p{N} _-]{1,255}$/u;
