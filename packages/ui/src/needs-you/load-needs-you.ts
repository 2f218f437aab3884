/** Loads what needs an administrator with its words, after the screen that it stands on: nobody waits for it. */
export async function loadNeedsYou() {
  const needsYou = await import('./needs-you.tsx');
  await needsYou.texts.load();
  return needsYou;
}
