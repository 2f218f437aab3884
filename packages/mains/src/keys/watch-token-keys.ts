import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Logger, reasonOf, SigningKeys, type TokenSigner, type TokenVerifier } from '@numscope/platform';
import { readTokenKeys } from './token-key-text.ts';
import type { TokenKeys } from './token-key.ts';

const LOOK_MS = 300;
/** So soon a key counts no more here whose tokens are all over; what is signed with it then is nobody's. */
const RUN_OUT_MS = 5000;

export interface WatchOptions {
  tokenKeys: TokenKeys;
  /** How long a token counts, and so how long a key is known after it signed last. */
  sessionHours: number;
  /** Verifies what the keys of the file signed; shared by the whole process. */
  verifier: TokenVerifier;
  log: Logger;
}

export interface WatchedTokenKeys extends TokenSigner {
  close(): Promise<void>;
}

/**
 * Signs with the keys of a file, and follows the file: a change counts within half a second, without a restart. A file
 * that is not right changes nothing. Node looks at the file in a thread of its own, and wakes this one for changes alone.
 */
export function watchTokenKeys({ tokenKeys, sessionHours, verifier, log }: WatchOptions): WatchedTokenKeys {
  const { file } = tokenKeys;
  const keys = new SigningKeys(tokenKeys.keys, { sessionMs: sessionHours * 3_600_000 });
  let [text, fault] = [tokenKeys.text, ''];
  let closed = false;

  const read = async (): Promise<void> => {
    const found = await readFile(file, 'utf8');
    if (closed || found === text) return;
    keys.replace(readTokenKeys(found, file));
    verifier.setUserKeys(keys.publicKeys());
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
  };
  // One at a time, each after the change that it is for.
  let looking = Promise.resolve();
  const changed = (): void => void (looking = looking.then(look));

  verifier.setUserKeys(keys.publicKeys());
  watchFile(file, { interval: LOOK_MS, persistent: false }, changed);
  // What changed since the start read it, before the first look that later ones are compared with.
  const first = setTimeout(changed, LOOK_MS).unref();
  const runningOut = setInterval(() => verifier.setUserKeys(keys.publicKeys()), RUN_OUT_MS).unref();
  return {
    sign: (subject, seconds, asOf) => keys.sign(subject, seconds, asOf),
    publicKeys: () => keys.publicKeys(),
    onChange: (listener) => keys.onChange(listener),
    async close() {
      closed = true;
      clearTimeout(first);
      clearInterval(runningOut);
      unwatchFile(file, changed);
    },
  };
}
