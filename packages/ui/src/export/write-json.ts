/** Pretty JSON in UTF-8. */
export const writeJson = (data: unknown): Blob =>
  new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
