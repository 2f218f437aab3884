import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { generateSigningKey, type SigningKey, SigningKeys, signingKeyOf } from '@numscope/platform';
import { readTokenKeys, writeTokenKeys } from './token-key-text.ts';
import { writeOver } from './write-file.ts';

export interface Rotation {
  /** The file with the keys. */
  file: string;
  /** How long the new key is only published. */
  signsAfterS: number;
  /** How long a token counts: a key is dropped when the last that it signed is over. */
  sessionHours: number;
  /** Leaves no other key: every token so far is refused at once. */
  revokeOld: boolean;
}

export interface Rotated {
  /** The id of the new key. */
  kid: string;
  /** How many former ones go on being known, and how many are no longer in the file. */
  kept: number;
  dropped: number;
}

/**
 * Keys, oldest first, made before now and one after the other. The clock may have been ahead when one was made: by that
 * date it would sign only then, and every key after it later still.
 */
const madeBefore = (now: number, keys: readonly SigningKey[]): SigningKey[] =>
  keys.map((key, index) => ({ ...key, madeAt: Math.min(key.madeAt, now - (keys.length - index)) }));

/**
 * Adds a new key to a file of token keys, and drops those whose tokens are all over.
 * @throws Error when there is no such file, or it is not right; it is left as it was
 */
export function rotateTokenKey({ file, signsAfterS, sessionHours, revokeOld }: Rotation): Rotated {
  if (!existsSync(file))
    throw new Error(`there is no file ${file}: name the one that auth has as AUTH_PRIVATE_KEY, or its DATA_DIR`);
  const target = realpathSync(file);
  const now = Date.now();
  const former = madeBefore(now, readTokenKeys(readFileSync(target, 'utf8'), file));
  const needed = new SigningKeys(former, { sessionMs: sessionHours * 3_600_000 }).publicKeys().map(({ kid }) => kid);
  const kept = revokeOld ? [] : former.filter(({ publicKey }) => needed.includes(publicKey.kid));
  const key = signingKeyOf(generateSigningKey(), now, signsAfterS * 1000);
  writeOver(target, writeTokenKeys([...kept, key]), 0o600);
  return { kid: key.publicKey.kid, kept: kept.length, dropped: former.length - kept.length };
}
