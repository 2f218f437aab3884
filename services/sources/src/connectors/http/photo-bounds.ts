/** What is taken as a photo of a source, from wherever it comes. */
export const PHOTO_BYTES = 10 * 1024 * 1024;
export const photoTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
