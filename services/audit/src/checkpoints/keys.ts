import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AuditCheckpoint } from '@numscope/contracts';
// Each by its own file: whoever looks after the processes of an installation looks at keys, too, and needs no more.
import { reasonOf } from '@numscope/platform/errors';
import { SettingsError } from '@numscope/platform/runtime/settings';
import { thumbprintOf } from '@numscope/platform/tokens/keys';
import { type CheckpointClaim, signedText } from '../domain/checkpoint.ts';

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/** Public keys by which checkpoints are known to be genuine, by their thumbprints. */
export type CheckpointKeys = ReadonlyMap<string, KeyObject>;

/** What signs checkpoints, and all keys that the service knows. */
export interface CheckpointSigner {
  kid: string;
  keys: CheckpointKeys;
  sign(claim: Omit<CheckpointClaim, 'kid'>): AuditCheckpoint;
}

function publicPart(pem: string): [string, KeyObject] {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`a key is of type ${key.asymmetricKeyType}, not Ed25519`);
  const { x = '' } = key.export({ format: 'jwk' });
  return [thumbprintOf({ kty: 'OKP', crv: 'Ed25519', x }), key];
}

/** The keys of a file: PEM blocks, private or public, one after the other. @throws Error when one is no key of Ed25519 */
export function readCheckpointKeys(text: string): CheckpointKeys {
  const pems = [...text.matchAll(block)].map(([pem]) => pem);
  if (pems.length === 0) throw new Error('there is no key in it');
  return new Map(pems.map(publicPart));
}

/** Whether a checkpoint was signed by one of these keys. */
export function isGenuine(checkpoint: AuditCheckpoint, keys: CheckpointKeys): boolean {
  const key = keys.get(checkpoint.kid);
  if (!key) return false;
  return verify(null, Buffer.from(signedText(checkpoint)), key, Buffer.from(checkpoint.signature, 'base64url'));
}

/**
 * Signs by the first key of a file, which must be a private one; those behind it, private or public, are former ones
 * whose checkpoints still count.
 */
export function checkpointSigner(text: string): CheckpointSigner {
  const keys = readCheckpointKeys(text);
  const [kid] = [...keys.keys()];
  const [first] = [...text.matchAll(block)].map(([pem]) => pem);
  if (kid === undefined || first === undefined) throw new Error('there is no key in it');
  const key = createPrivateKey(first);
  return {
    kid,
    keys,
    sign({ number, seq, hash, count, begins, at }) {
      const claim = { number, seq, hash, count, begins, at, kid };
      return { ...claim, signature: sign(null, Buffer.from(signedText(claim)), key).toString('base64url') };
    },
  };
}

/** The signer of the file that `AUDIT_CHECKPOINT_KEY` names. @throws SettingsError */
export function loadCheckpointSigner(file: string): CheckpointSigner {
  try {
    return checkpointSigner(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError([
      `AUDIT_CHECKPOINT_KEY: ${file} cannot be used: ${reasonOf(error)}. It must hold an Ed25519 private key in PEM, as "npm run make-keys -- --to FOLDER --missing" makes it`,
    ]);
  }
}
