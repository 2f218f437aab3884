import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '@numscope/platform/errors';
import { SettingsError } from '@numscope/platform/runtime/settings';
import { generateSigningKey } from '@numscope/platform/tokens/keys';
import type { SigningKey } from '@numscope/platform/tokens/token-signer';
import { readTokenKeys } from './token-key-text.ts';
import { writeNew } from './write-file.ts';

/** The keys that sign users' tokens, and the file they come from. */
export interface TokenKeys {
  file: string;
  /** What stood in it. */
  text: string;
  /** The oldest first. */
  keys: SigningKey[];
}

/** Where the key is made when no file was named. */
export const tokenKeyFile = (dataDir: string): string => join(dataDir, 'token-key.pem');

/**
 * Reads a file with the keys that sign users' tokens: one or more Ed25519 private keys in PEM (PKCS #8).
 * @throws Error that names the file, what is wrong with it and how to mend it
 */
export function openTokenKeys(file: string): TokenKeys {
  const text = readFileSync(file, 'utf8');
  return { file, text, keys: readTokenKeys(text, file) };
}

/** The same for the file that `AUTH_PRIVATE_KEY` names. @throws SettingsError */
export function loadTokenKeys(file: string): TokenKeys {
  try {
    return openTokenKeys(file);
  } catch (error) {
    throw new SettingsError([`AUTH_PRIVATE_KEY: ${reasonOf(error)}`]);
  }
}

/**
 * Makes a file with one key, mode 0600, unless it is there: of two that try at once, the first wins. Whether it was
 * made here.
 */
export function makeTokenKey(file: string): boolean {
  if (existsSync(file)) return false;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return writeNew(file, generateSigningKey(), 0o600);
}
