import type { SocketMessage } from '@numscope/contracts';
import { nobodyThere, useRealtime } from '@numscope/ui';
import { useEffect, useRef } from 'react';

/** That some profiles changed, while a job runs every few seconds, is passed on this seldom. */
const SELDOM_MS = 60_000;

/**
 * Hears what the server tells, but that profiles changed without saying which only seldom, and while somebody is there: each
 * look at a profile is recorded, and should be one that somebody takes.
 */
export function useProfileNews(hear: (message: SocketMessage) => void): void {
  const latest = useRef(hear);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => () => clearTimeout(waiting.current), []);
  const later = (message: SocketMessage): void => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      if (nobodyThere()) later(message);
      else latest.current(message);
    }, SELDOM_MS);
  };
  useRealtime((message) => (message.type === 'profiles.updated' ? later(message) : hear(message)));
}
