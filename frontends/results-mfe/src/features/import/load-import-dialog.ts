/** Loads the window of an import with the words of how imports end, which are not those of this part alone. */
export async function loadImportDialog() {
  const [dialog, { texts }] = await Promise.all([
    import('./import-dialog.tsx'),
    import('@numscope/ui/imports/texts.ts'),
  ]);
  await texts.load();
  return dialog;
}
