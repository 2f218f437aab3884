export const userNamePattern = /^[A-Za-z0-9_]+$/;
/** A user's name as it is compared, in stores too: without case, as `COLLATE NOCASE` of SQLite, for the letters of `userNamePattern`. */
export const foldUserName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Longer names would not fit into a path. */
export const userNameMaxChars = 100;

/**
 * At least 8 characters, one upper-case letter, one special character of the list, and nothing but those and
 * alphanumerics.
 */
export const passwordPattern = /^(?=.*[A-Z])(?=.*[!@#$%&*,.^_`~])[A-Za-z0-9!@#$%&*,.^_`~]{8,256}$/;
/** What `passwordPattern` allows. */
export const passwordMaxChars = 256;

/** Characters of a second factor's code or a recovery code, with the blanks and hyphens that people type. */
export const codeMaxChars = 64;
