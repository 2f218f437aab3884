import { readFile, stat } from 'node:fs/promises';
import { type Logger, reasonOf, SigningKeys, type TokenSigner, type TokenVerifier } from '@numscope/platform';
import { readTokenKeys } from './token-key-text.ts';
import type { TokenKeys } from './token-key.ts';

const LOOK_MS = 300;

export interface WatchOptions {
  tokenKeys: TokenKeys;
  /** How long a token counts, and so how long a key is known after it signed last. */
  sessionHours: number;
  /** Of this process: it knows what the keys of the file signed. */
  verifier: TokenVerifier;
  log: Logger;
}

export interface WatchedTokenKeys extends TokenSigner {
  close(): Promise<void>;
}

/**
 * Signs with the keys of a file, and follows the file: a change counts within half a second, without a restart. A file
 * that is not right changes nothing.
 */
export function watchTokenKeys({ tokenKeys, sessionHours, verifier, log }: WatchOptions): WatchedTokenKeys {
  const { file } = tokenKeys;
  const keys = new SigningKeys(tokenKeys.keys, { sessionMs: sessionHours * 3_600_000 });
  let [text, fault, seen] = [tokenKeys.text, '', ''];
  let closed = false;

  const read = async (): Promise<void> => {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file);
    const state = [ino, size, mtimeMs, ctimeMs].join();
    if (state === seen) return;
    const found = await readFile(file, 'utf8');
    seen = state;
    if (found === text) return;
    keys.replace(readTokenKeys(found, file));
    text = found;
    log.info({ keys: keys.publicKeys().map(({ kid }) => kid) }, 'the keys of the tokens have changed');
  };
  const look = async (): Promise<void> => {
    try {
      await read();
      fault = '';
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== fault)
        log.error({ reason }, 'the file of the token keys cannot be read as it is now: those from before go on');
      fault = reason;
    }
    // Also what has run out since.
    verifier.setUserKeys(keys.publicKeys());
    if (!closed) timer = setTimeout(look, LOOK_MS).unref();
  };

  verifier.setUserKeys(keys.publicKeys());
  let timer = setTimeout(look, LOOK_MS).unref();
  return {
    sign: (subject, seconds, asOf) => keys.sign(subject, seconds, asOf),
    publicKeys: () => keys.publicKeys(),
    onChange: (listener) => keys.onChange(listener),
    async close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
