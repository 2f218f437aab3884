import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane. Memory in KiB. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const toPhc = (salt: Buffer, key: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(key)}`;

/** The argon2id hash of a password as a PHC string. Runs outside the event loop, some 30 ms of processor time. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const key = await derive('argon2id', { ...cost, message: password, nonce, tagLength: KEY_BYTES });
  return toPhc(nonce, key);
}

/**
 * Whether this is the password of that PHC string, compared in constant time and at the cost that the string itself
 * names.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, key] = phc.exec(hash) ?? [];
  if (salt === undefined || key === undefined)
    throw new Error('a stored password hash is not a PHC string of argon2id');
  const expected = Buffer.from(key, 'base64');
  const actual = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/** Made of random bytes: the hash of no password. */
const decoy = toPhc(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

/** Takes the time of a check and fails: for names that nobody has, so that the time does not tell them apart. */
export const verifyNobody = (password: string): Promise<boolean> => verifyPassword(password, decoy);
