/** Loads the palette with its words. */
export const loadPalette = () => withWords(import('./palette.tsx'));

/** Loads the list of shortcuts with its words. */
export const loadShortcuts = () => withWords(import('./shortcuts.tsx'));

async function withWords<T>(part: Promise<T>): Promise<T> {
  const [loaded, { words }] = await Promise.all([part, import('./words.ts')]);
  await words.load();
  return loaded;
}
