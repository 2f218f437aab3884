/** Underlines what was searched for where it begins a word. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  const word = words.find(
    (one) => one !== '' && new RegExp(`(^|[^\\p{L}\\p{N}])${RegExp.escape(one)}`, 'iu').test(text),
  );
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
