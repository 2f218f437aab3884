import { currentSession, lastSessionEnd, onSessionChange } from '@numscope/ui';
import { useEffect, useState } from 'react';

/** A text that is not in the file, and the text of the file that it was begun on. */
interface Unwritten {
  text: string;
  begun: string;
}

const kept = new Map<string, Unwritten>();
/** Whose they are. */
let writer: string | undefined;

/** Another person must not see what this one wrote, and who logs out leaves nothing behind. Whose session ended amid it goes on. */
let watched = false;
function forgetOfOthers(): void {
  if (watched) return;
  watched = true;
  onSessionChange(() => {
    const session = currentSession();
    if (session === null ? lastSessionEnd() === null : session.userName !== writer) kept.clear();
  });
}

/**
 * The text of a source while it is edited. What nobody has changed here follows the file; what somebody has stays, whatever becomes
 * of the file, while another screen is looked at, and where the session ended amid it until the same person has signed in anew.
 */
export function useSourceText(name: string, inFile: string) {
  forgetOfOthers();
  const [first] = useState(() => kept.get(name));
  const [{ text, begun }, setUnwritten] = useState<Unwritten>(first ?? { text: inFile, begun: inFile });
  const take = (taken: string): void => setUnwritten({ text: taken, begun: taken });
  if (begun !== inFile && (text === begun || text === inFile)) take(inFile);
  useEffect(() => {
    if (text === inFile) kept.delete(name);
    else {
      kept.set(name, { text, begun });
      writer = currentSession()?.userName;
    }
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
