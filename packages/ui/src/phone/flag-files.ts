const context = import.meta.webpackContext('country-flag-files', { regExp: /^\.\/[A-Z]{2}\.svg$/, mode: 'sync' });

/** The address of each country's flag by its ISO code. */
export const flagFiles: Record<string, string> = Object.fromEntries(
  context.keys().map((key) => [key.slice(2, 4), addressOf(context(key))]),
);

function addressOf(file: unknown): string {
  return typeof file === 'object' && file !== null && 'default' in file ? String(file.default) : String(file);
}
