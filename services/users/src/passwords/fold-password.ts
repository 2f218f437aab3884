/** Letters that people write otherwise, by what they write; those of one sound or look fall together. */
const written: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};

/** A password without regard to case and to digits and marks in place of letters: `P4$$w0rd` is `password`. */
export const fold = (password: string): string =>
  password.toLowerCase().replaceAll(/[01l!34@5$7]/g, (char) => written[char] ?? char);
