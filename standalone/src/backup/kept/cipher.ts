import { readFileSync, statSync } from 'node:fs';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { reasonOf, SettingsError } from '@numscope/platform';

const MOST_KEY_BYTES = 64_000;

type Bytes = ReadableStream<Uint8Array>;

/** What is done to bytes on their way to the disk, and what undoes it. */
export type Through = (bytes: Bytes) => Promise<Bytes>;

function linesOf(option: string, file: string): string[] {
  let text: string;
  try {
    if (statSync(file).size > MOST_KEY_BYTES) throw new Error('it is too large for a file of keys');
    text = readFileSync(file, 'utf8');
  } catch {
    throw new SettingsError([`${option}: the file ${file} cannot be read; it must hold keys of age, one a line`]);
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Whom backups are encrypted for: a public key (`age1...`), or a file with such, or with private keys, whose public parts
 * are taken.
 * @throws SettingsError that names the option
 */
export async function recipientsFrom(given: string): Promise<string[]> {
  const lines = given.startsWith('age1') ? [given] : linesOf('--encrypt', given);
  try {
    const recipients = await Promise.all(
      lines.map((line) => (line.startsWith('AGE-SECRET-KEY-') ? identityToRecipient(line) : line)),
    );
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    if (recipients.length > 0) return recipients.toSorted();
  } catch {
    // Its own message would show the line.
  }
  throw new SettingsError([
    '--encrypt: must be a public key of age (age1...), or a file of such, or of private ones; "npm run backup -- --new-key FILE" makes one',
  ]);
}

/** The private keys of a file. @throws SettingsError that names the option */
export function identitiesFrom(file: string): string[] {
  const identities = linesOf('--key', file);
  try {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    if (identities.length > 0) return identities;
  } catch {
    // Its own message would show the line.
  }
  throw new SettingsError([`--key: the file ${file} must hold private keys of age (AGE-SECRET-KEY-...), one a line`]);
}

/** A new pair of keys. */
export async function newKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export const unchanged: Through = async (bytes) => bytes;

/** Encrypts by age (https://age-encryption.org/v1), 64 KB after 64 KB. */
export const encryptingFor = (recipients: readonly string[]): Through => {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return (bytes) => encrypter.encrypt(bytes);
};

/** As age-encryption says it; the rest that it says is of bytes that are not as they were written. */
const NO_KEY_FITS = "no identity matched any of the file's recipients";

/** @throws SettingsError when none of the keys fits; Error when what was encrypted has changed since */
export const decryptingBy = (identities: readonly string[]): Through => {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async (bytes) => {
    try {
      return await decrypter.decrypt(bytes);
    } catch (error) {
      if (reasonOf(error) !== NO_KEY_FITS) throw error;
      throw new SettingsError([
        '--key: none of the keys in that file is one that this backup was encrypted for, or its beginning is damaged',
      ]);
    }
  };
};
