import { createPrivateKey } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { generateTokenKey, reasonOf, SettingsError } from '@numscope/platform';

/** @throws Error that names the file and what is wrong with it, and never what it holds */
function read(file: string): string {
  const pem = readFileSync(file, 'utf8');
  try {
    const { asymmetricKeyType } = createPrivateKey(pem);
    if (asymmetricKeyType === 'ed25519') return pem;
    throw new Error(`its key is of type ${asymmetricKeyType}`);
  } catch (error) {
    throw new Error(`${file} is damaged: it holds no Ed25519 private key in PEM (${reasonOf(error)})`, { cause: error });
  }
}

/** The key that was made here; of one that is damaged, what may be done. */
function readOwn(file: string): string {
  try {
    return read(file);
  } catch (error) {
    throw new Error(
      `${reasonOf(error)}. Put it back from a backup, or delete it: then a new one is made, and everybody has to log in again`,
      {
        cause: error,
      },
    );
  }
}

/** Writes a new key beside and then gives it its name, which fails if there is one: nobody reads half a key, and the first of two wins. */
function create(file: string): void {
  const draft = `${file}.${process.pid}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, generateTokenKey());
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Where the key is made when no file was named. */
export const tokenKeyFile = (dataDir: string): string => join(dataDir, 'token-key.pem');

/**
 * The private key that signs all tokens, as PEM (PKCS #8, Ed25519): from `file` (`AUTH_PRIVATE_KEY`) when given, else from
 * `<dataDir>/token-key.pem`, which is made with mode 0600 at the first start.
 * @throws SettingsError when a given file cannot be read or holds no such key; Error when the one that was made here is damaged
 */
export function loadTokenKey({ dataDir, file }: { dataDir: string; file: string | null }): string {
  if (file !== null) {
    try {
      return read(file);
    } catch (error) {
      throw new SettingsError([`AUTH_PRIVATE_KEY: ${reasonOf(error)}`]);
    }
  }
  const own = tokenKeyFile(dataDir);
  if (!existsSync(own)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    create(own);
  }
  return readOwn(own);
}
