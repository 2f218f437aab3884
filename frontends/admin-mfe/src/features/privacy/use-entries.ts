import { limits } from '@numscope/contracts';
import { formatBytes } from '@numscope/ui';
import { useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { useTypedText } from './typed-text.ts';

/** Puts what a file says below what was written, in the place of the file before it where that stands there still. */
function withFile(entries: string, before: string, file: string): string {
  const own = before !== '' && entries.endsWith(before) ? entries.slice(0, -before.length) : entries;
  return own === '' || own.endsWith('\n') ? own + file : `${own}\n${file}`;
}

/** Numbers and prefixes for the list, written and out of a file. */
export function useEntries() {
  const [entries, setEntries] = useTypedText('add entries', () => '');
  const [fault, setFault] = useState<string | null>(null);
  const last = useRef({ file: undefined as File | undefined, text: '' });
  const read = async (file: File | undefined): Promise<void> => {
    last.current.file = file;
    setFault(null);
    if (file === undefined) return;
    // Each of its letters is a byte at least.
    if (file.size > limits.listedTextChars)
      return setFault(texts('listFileTooLarge', { size: formatBytes(limits.listedTextChars) }));
    try {
      // As the field gives them back once somebody types in it.
      const text = (await file.text()).replaceAll(/\r\n?/g, '\n');
      if (last.current.file !== file) return;
      const before = last.current.text;
      last.current.text = text;
      setEntries((now) => withFile(now, before, text));
    } catch {
      if (last.current.file === file) setFault(texts('listFileUnread', { name: file.name }));
    }
  };
  return { entries, setEntries, read, fault };
}
