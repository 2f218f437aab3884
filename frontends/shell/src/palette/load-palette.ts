/** Loads the palette with its words. */
export async function loadPalette() {
  const [palette, { words }] = await Promise.all([import('./palette.tsx'), import('./words.ts')]);
  await words.load();
  return palette;
}
