import type { SocketMessage } from '@numscope/contracts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { callApi } from './call-api.ts';
import { type ConnectionState, Realtime } from './realtime.ts';

declare global {
  interface Window {
    /** The one websocket to the server: every part of the console has its own copy of this module, but there is one page. */
    numscopeRealtime?: Realtime;
  }
}

/** A call that is refused says why, and ends the session: what stands on a screen that nobody touches must not stay there for everybody. */
const askWhy = (): void => void callApi('me', {}, { quiet: true }).catch(() => undefined);

export function realtime(): Realtime {
  window.numscopeRealtime ??= new Realtime(askWhy);
  return window.numscopeRealtime;
}

/**
 * Hears every message of the server while mounted, `ready` where the page waited for its first: nothing was heard of
 * what happened since it was loaded. After a break all that was called for is loaded anew anyway.
 */
export function useRealtime(onMessage: (message: SocketMessage) => void): void {
  const latest = useRef(onMessage);
  useEffect(() => {
    latest.current = onMessage;
  });
  useEffect(() => realtime().subscribe((message) => latest.current(message)), []);
}

const onState = (listener: () => void): (() => void) => realtime().onState(listener);

/** Whether it is connected. */
export const useConnectionState = (): ConnectionState => useSyncExternalStore(onState, () => realtime().state);

/** When the server last said something, milliseconds. */
export const useHeardAt = (): number | null => useSyncExternalStore(onState, () => realtime().heardAt);
