/** Loads what follows the imports whose page was closed, with its words: few have any. */
export async function loadLeftImports() {
  const [{ followLeftImports }, { texts }] = await Promise.all([
    import('./follow-left-imports.ts'),
    import('./texts.ts'),
  ]);
  await texts.load();
  return followLeftImports;
}
