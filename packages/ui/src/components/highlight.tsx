/** Which of these begins a word of a text. */
export const wordIn = (text: string, words: readonly string[]): string | undefined =>
  words.find((one) => one !== '' && new RegExp(`(^|[^\\p{L}\\p{N}])${RegExp.escape(one)}`, 'iu').test(text));

/** Underlines what was searched for where it begins a word. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  const word = wordIn(text, words);
  if (word === undefined) return text;
  const at = text.search(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}`, 'iu'));
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="ns-mark">{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  );
}
