import { currentSession, onSessionChange } from '@numscope/ui';
import { useEffect, useState } from 'react';

/** A text that is not in the file, and the text of the file that it was begun on. */
interface Unwritten {
  text: string;
  begun: string;
}

const kept = new Map<string, Unwritten>();

/** Another person must not see what this one wrote. */
let watched = false;
function forgetAtEnd(): void {
  if (watched) return;
  watched = true;
  onSessionChange(() => {
    if (currentSession() === null) kept.clear();
  });
}

/**
 * The text of a source while it is edited. What nobody has changed here follows the file; what somebody has stays, whatever becomes
 * of the file, and while another screen is looked at.
 */
export function useSourceText(name: string, inFile: string) {
  forgetAtEnd();
  const [first] = useState(() => kept.get(name));
  const [{ text, begun }, setUnwritten] = useState<Unwritten>(first ?? { text: inFile, begun: inFile });
  const take = (taken: string): void => setUnwritten({ text: taken, begun: taken });
  if (begun !== inFile && (text === begun || text === inFile)) take(inFile);
  useEffect(() => {
    if (text === inFile) kept.delete(name);
    else kept.set(name, { text, begun });
  }, [name, text, begun, inFile]);
  return {
    text,
    /** It was written before this screen was left, and is as it was then. */
    isFromBefore: first !== undefined && text === first.text && text !== inFile,
    /** The file says something else than what the text was begun on. */
    isOutdated: begun !== inFile,
    setText: (next: string): void => setUnwritten((now) => ({ ...now, text: next })),
    take,
    /** @param sent the text that was written; what was typed since stays */
    written: (sent: string, taken: string): void =>
      setUnwritten((now) => ({ text: now.text === sent ? taken : now.text, begun: taken })),
  };
}
