import { useSyncExternalStore } from 'react';
import { storageKeys } from './storage-keys.ts';
import { readToken, type Session } from './token.ts';

const CHANGED = 'numscope:session';

declare global {
  interface Window {
    /** What the page's token said when it was first read; all parts of the console look at this one. */
    numscopeSession?: { token: string | null; session: Session | null };
  }
}

/**
 * Who is signed in now: the browser's storage is the one truth, because every part of the console has its own copy of
 * this module. A token that runs out meanwhile is still sent: the server then says so in the specified words, and the
 * page is at the login after a refresh.
 */
export function currentSession(): Session | null {
  const token = localStorage.getItem(storageKeys.token);
  let known = window.numscopeSession;
  if (known === undefined || token !== known.token) {
    known = { token, session: token === null ? null : readToken(token) };
    window.numscopeSession = known;
  }
  return known.session;
}

/**
 * Takes a fresh access token.
 * @throws Error when it cannot be read
 */
export function startSession(token: string): Session {
  const session = readToken(token);
  if (session === null) throw new Error('The access token cannot be read');
  localStorage.setItem(storageKeys.token, token);
  keepEnd(undefined);
  window.numscopeSession = { token, session };
  window.dispatchEvent(new CustomEvent(CHANGED));
  return session;
}

const sessionEnds = ['ENDED', 'UNUSED', 'REFUSED', 'EXPIRED', 'NOT_ADMIN', 'ELSEWHERE'] as const;
/** Why a session is over that its person did not end here. */
export type SessionEndShown = (typeof sessionEnds)[number];

/** Keeps why this tab's session is over for its login, and for the other tabs, which only hear that the token is gone. */
function keepEnd(why: SessionEndShown | undefined): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (why === undefined) storage.removeItem(storageKeys.sessionEnd);
    else storage.setItem(storageKeys.sessionEnd, why);
  }
}

/** The token that is kept, also one that has run out; null: there is none. */
export const keptToken = (): string | null => localStorage.getItem(storageKeys.token);

/**
 * Forgets the token; all parts drop what they hold, and the shell goes to the login.
 * @param why what the login says of it; absent: the person wanted it
 */
export function endSession(why?: SessionEndShown): void {
  // Before the token, as it is the token's going that the other tabs hear of.
  keepEnd(why);
  localStorage.removeItem(storageKeys.token);
  window.dispatchEvent(new CustomEvent(CHANGED));
}

/** A call was refused because nobody is signed in: the shell goes to the login. */
export function askForLogin(): void {
  window.dispatchEvent(new CustomEvent(CHANGED));
}

/** Why this tab is at the login: its session was ended, or its token ran out; null where there was none. */
export function lastSessionEnd(): SessionEndShown | null {
  const kept = sessionStorage.getItem(storageKeys.sessionEnd);
  const known = sessionEnds.find((one) => one === kept);
  if (known !== undefined) return known;
  const token = localStorage.getItem(storageKeys.token);
  return token !== null && currentSession() === null && readToken(token, 0) !== null ? 'EXPIRED' : null;
}

/** Tells of every start and end, also of those in another tab. */
export function onSessionChange(listener: () => void): () => void {
  const stored = ({ key }: StorageEvent): void => {
    if (key !== storageKeys.token && key !== null) return;
    // Without a word of why it was the person, in another tab.
    const why = localStorage.getItem(storageKeys.sessionEnd) ?? ('ELSEWHERE' satisfies SessionEndShown);
    if (keptToken() === null) sessionStorage.setItem(storageKeys.sessionEnd, why);
    else sessionStorage.removeItem(storageKeys.sessionEnd);
    listener();
  };
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', stored);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', stored);
  };
}

export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, currentSession);
