/**
 * The condition that a field has a text in it, taken literally. Not by `RegExp.escape`: that writes rare blanks as `\uXXXX`, which servers of MongoDB refuse.
 * Neither may a pattern have a null character in it, nor half a pair.
 */
export const containing = (text: string): { $regex: string } => ({
  $regex: text
    .toWellFormed()
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll('\0', String.raw`\x00`),
});
