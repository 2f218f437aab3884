/** A text without the slashes that it ends with. An expression would try again at each slash of a long run that does not end it. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end--;
  return text.slice(0, end);
}
