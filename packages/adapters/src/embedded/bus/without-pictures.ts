/**
 * The events of a chunk without those about some pictures, which are keyed by the picture's id.
 * @param lines one event each
 * @returns null where none is about them
 */
export function withoutPictures(topic: string, lines: readonly string[], pictures: readonly string[]): string[] | null {
  if (!topic.startsWith('image.')) return null;
  const gone = new Set(pictures);
  // Written by this bus's own publishers.
  const left = lines.filter((line) => !gone.has((JSON.parse(line) as { key: string }).key));
  return left.length === lines.length ? null : left;
}
