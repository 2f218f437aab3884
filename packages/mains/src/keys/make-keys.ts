import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CallerName, callerNames } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform/errors';
import { generateSigningKey, publicKeyOf } from '@numscope/platform/tokens/keys';
import type { ServiceKey } from '@numscope/platform/tokens/service-keys';
import { readServiceKeys } from './service-keys.ts';
import { makeTokenKey } from './token-key.ts';
import { writeNew, writeOver } from './write-file.ts';

/** What lies where in a folder of keys: for each process a folder that only it is given, and one for all. */
export const keyFiles = {
  /** Auth's alone: signs users' tokens. */
  token: (folder: string): string => join(folder, 'token', 'token-key.pem'),
  /** Audit's alone: signs the checkpoints of its trail. */
  checkpoints: (folder: string): string => join(folder, 'audit', 'checkpoint-key.pem'),
  /** Users' alone: seals the secrets of second factors. */
  factors: (folder: string): string => join(folder, 'users', 'second-factor.key'),
  own: (folder: string, name: CallerName): string => join(folder, name, 'service-key.pem'),
  next: (folder: string, name: CallerName): string => join(folder, name, 'service-key.next.pem'),
  all: (folder: string): string => join(folder, 'public', 'service-keys.json'),
};

function makeUnlessThere(file: string, make: () => string): boolean {
  if (existsSync(file)) return false;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return writeNew(file, make(), 0o600);
}

const makePrivate = (file: string): boolean => makeUnlessThere(file, generateSigningKey);

/** 256 bits in base64, as `SECOND_FACTOR_KEY` takes them. */
const sealingKey = (): string => `${randomBytes(32).toString('base64')}\n`;

function publicOf(file: string, service: CallerName): ServiceKey {
  try {
    return { ...publicKeyOf(readFileSync(file, 'utf8')), service };
  } catch (error) {
    throw new Error(`${file} holds no key: ${reasonOf(error)}. Delete it to have a new one made`, { cause: error });
  }
}

/** Writes the public set anew: what lies in the folder, and what `others` of the former set stay. */
function publish(folder: string, others: readonly ServiceKey[]): void {
  const file = keyFiles.all(folder);
  const keys = callerNames.flatMap((name) =>
    [keyFiles.own(folder, name), keyFiles.next(folder, name)]
      .filter((each) => existsSync(each))
      .map((each) => publicOf(each, name)),
  );
  const more = others.filter(({ kid }) => keys.every((key) => key.kid !== kid));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ keys: [...keys, ...more] }, null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeOver(file, text, 0o644);
}

function published(folder: string): ServiceKey[] {
  const file = keyFiles.all(folder);
  if (!existsSync(file)) return [];
  try {
    return readServiceKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not right: ${reasonOf(error)}. Delete it to have it made anew`, { cause: error });
  }
}

/**
 * Makes the keys of services that are missing in a folder, and the public set of all. @returns the files that were made
 */
export function makeServiceKeys(folder: string): string[] {
  const made = callerNames.map((name) => keyFiles.own(folder, name)).filter(makePrivate);
  publish(folder, published(folder));
  return made;
}

/** Makes the key of the audit's checkpoints where it is missing. @returns the file if it was made */
function makeCheckpointKey(folder: string): string[] {
  const file = keyFiles.checkpoints(folder);
  return makePrivate(file) ? [file] : [];
}

/** Makes the key of the second factors where it is missing. @returns the file if it was made */
function makeFactorKey(folder: string): string[] {
  const file = keyFiles.factors(folder);
  return makeUnlessThere(file, sealingKey) ? [file] : [];
}

/** Makes every key that an installation needs and that is missing in a folder. @returns the files that were made */
export function makeKeys(folder: string): string[] {
  const token = keyFiles.token(folder);
  return [
    ...(makeTokenKey(token) ? [token] : []),
    ...makeCheckpointKey(folder),
    ...makeFactorKey(folder),
    ...makeServiceKeys(folder),
  ];
}

/** The files of keys that are in a folder. */
export const keysIn = (folder: string): string[] =>
  [
    keyFiles.token(folder),
    keyFiles.checkpoints(folder),
    keyFiles.factors(folder),
    keyFiles.all(folder),
    ...callerNames.map((name) => keyFiles.own(folder, name)),
  ].filter((file) => existsSync(file));

/**
 * Makes a service its next key beside the one it has, and publishes both. @returns the file @throws Error when there is
 * one already
 */
export function makeNextKey(folder: string, name: CallerName): string {
  const file = keyFiles.next(folder, name);
  if (!existsSync(keyFiles.own(folder, name)))
    throw new Error(`there is no ${keyFiles.own(folder, name)}: name the folder of the keys by --to`);
  if (!makePrivate(file))
    throw new Error(`${file} is there already: put it in the place of service-key.pem, or delete it`);
  publish(folder, published(folder));
  return file;
}

/** Publishes no key of a service but those that lie in the folder. */
export const prunePublicKeys = (folder: string): void => publish(folder, []);
