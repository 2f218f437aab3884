import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { currentSession, lastSessionEnd, onSessionChange } from './session.ts';

/**
 * The state of a form that is there again when its session ended amid it and the same person has signed in anew. It waits in the memory
 * of the page alone, and goes with it, or as soon as somebody else signs in.
 * @param withoutSecrets leaves out what must not wait: passwords and the like
 * @returns `useState` with what the form is of in front: another user has another draft
 */
export function typedForm<T>(withoutSecrets: (typed: T) => T = (typed) => typed) {
  const left = new Map<string, { by: string; typed: T }>();

  const leave = (of: string, by: string, typed: T): void => {
    left.set(of, { by, typed });
    const stop = onSessionChange(() => {
      const session = currentSession();
      if (session === null) return;
      stop();
      if (session.userName !== by) left.delete(of);
    });
  };

  return function useTypedForm(of: string, first: () => T): [T, Dispatch<SetStateAction<T>>] {
    const [typed, setTyped] = useState<T>(() => {
      const found = left.get(of);
      if (found !== undefined && found.by === currentSession()?.userName) return found.typed;
      return first();
    });
    const latest = useRef(typed);
    useEffect(() => {
      latest.current = typed;
    });
    useEffect(() => {
      left.delete(of);
      const by = currentSession()?.userName;
      return () => {
        // Whoever logs out leaves nothing behind.
        if (by !== undefined && currentSession() === null && lastSessionEnd() !== null)
          leave(of, by, withoutSecrets(latest.current));
      };
    }, [of]);
    return [typed, setTyped];
  };
}
