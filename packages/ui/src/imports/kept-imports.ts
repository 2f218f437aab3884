import { storageKeys } from '../session/storage-keys.ts';

/** As long as the server remembers an import in MongoDB: later nobody could be told any more how it ended. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** An import that the server has taken, whose end its sender was not told yet. */
export interface KeptImport {
  id: string;
  /** The file's name. */
  name: string;
}

/** Remembers in this browser, until `forgetImport`, that a user is to be told how an import ends; not where its storage is full. */
export function keepImport(userName: string, { id, name }: KeptImport): void {
  try {
    localStorage.setItem(storageKeys.takenImport(id, userName), `${Date.now()} ${name}`);
  } catch {
    // The server has the import: the page that sent it follows it all the same.
  }
}

export function forgetImport(userName: string, id: string): void {
  localStorage.removeItem(storageKeys.takenImport(id, userName));
}

interface KeptEntry {
  key: string;
  /** The import's id. */
  id: string;
  /** When it was taken, milliseconds. */
  at: number;
  name: string;
}

/** What is remembered of the imports of everybody who uses this browser. */
function keptEntries(): KeptEntry[] {
  const keys = Array.from({ length: localStorage.length }, (_none, at) => localStorage.key(at) ?? '');
  return keys.flatMap((key) => {
    const id = /^import (\S+) of /.exec(key)?.[1];
    if (id === undefined) return [];
    const [, at = '0', name = ''] = /^(\d+) (.*)$/s.exec(localStorage.getItem(key) ?? '') ?? [];
    return [{ key, id, at: Number(at), name }];
  });
}

/** The imports of whose end a user was not told. */
export const keptImports = (userName: string): KeptImport[] =>
  keptEntries()
    .filter(({ key, id }) => key === storageKeys.takenImport(id, userName))
    .map(({ id, name }) => ({ id, name }));

/** Forgets what is too old to be told of, also of users who do not sign in here any more: it has the names of their files. */
export function forgetOldImports(): void {
  for (const { key, at } of keptEntries()) if (Date.now() - at > KEPT_MS) localStorage.removeItem(key);
}

const last = new Map<string, Promise<void>>();

/**
 * Follows an import once no other page of this browser does it any more, nor this one: whoever comes next sees by `keptImports`
 * whether its end was told.
 */
export async function followInTurn(id: string, follow: () => Promise<void>): Promise<void> {
  // Only pages of a secure address have locks; without, each page that is open tells how it ends.
  if ('locks' in navigator) return navigator.locks.request(`import ${id}`, follow);
  const mine = (last.get(id) ?? Promise.resolve()).then(follow);
  last.set(id, mine);
  try {
    await mine;
  } finally {
    if (last.get(id) === mine) last.delete(id);
  }
}
