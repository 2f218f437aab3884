import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { apiError } from '@numscope/contracts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OPEN = 'open:';
const SEALED = /^sealed:([0-9a-f]{16}):([\w-]+)$/;

const nameOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

/**
 * Shared secrets as they are kept: `open:BASE32` where there is no key, else `sealed:KEY:BASE64URL` of nonce, text and
 * tag (AES-256-GCM), bound to the user by its id. The first key seals; all of them open, so that keys can change.
 */
export class SealedSecrets {
  readonly #keys: ReadonlyArray<{ name: string; key: Uint8Array }>;

  /** @param keys of 32 bytes each; none: secrets are kept as they are */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys.map((key) => ({ name: nameOf(key), key }));
  }

  seal(secret: string, userId: string): string {
    const [first] = this.#keys;
    if (!first) return OPEN + secret;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(Buffer.from(userId));
    const text = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `sealed:${first.name}:${text.toString('base64url')}`;
  }

  /** @throws ApiError NOT_CONFIGURED when the key is not among those that were given, Error when it was changed */
  open(kept: string, userId: string): string {
    if (kept.startsWith(OPEN)) return kept.slice(OPEN.length);
    const [, name, encoded = ''] = SEALED.exec(kept) ?? [];
    const known = this.#keys.find((key) => key.name === name);
    if (!known)
      throw apiError('NOT_CONFIGURED', {
        message: 'The key of the second factors is not configured here (SECOND_FACTOR_KEY); tell an administrator',
      });
    const bytes = Buffer.from(encoded, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, known.key, nonce).setAAD(Buffer.from(userId));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
