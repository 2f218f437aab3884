/** Loads what needs an administrator with its texts, after the screen that it stands on: nobody waits for it. */
export async function loadNeedsYou() {
  const [needsYou, { texts }] = await Promise.all([import('./needs-you.tsx'), import('./texts.ts')]);
  await texts.load();
  return needsYou;
}
