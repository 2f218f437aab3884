/** Characters, as specified for the arguments of audit entries in a PDF. */
const ONE_LINE = 200;

/** JSON that is longer than 200 characters with a line for each of its values; any other text as it is. */
export function pretty(text: string): string {
  if (text.length <= ONE_LINE || !/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
