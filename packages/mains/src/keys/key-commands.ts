import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { callerNames } from '@numscope/contracts';
import { readSettings, reasonOf, SettingsError } from '@numscope/platform';
import * as z from 'zod';
import { choices } from '../settings.ts';
import { say } from '../terminal.ts';
import { keysIn, makeKeys, makeNextKey, prunePublicKeys } from './make-keys.ts';
import { rotateTokenKey } from './rotate-token-key.ts';
import { tokenKeyFile } from './token-key.ts';

const MAKE = `make-keys --to FOLDER             makes the key of the tokens, that of the audit's checkpoints, that of the second factors, a key for each service and the gateway, and the public set of those
make-keys --to FOLDER --missing   makes only what is not there
make-keys --to FOLDER --next NAME makes a service its next key beside the one it has, and publishes both
make-keys --to FOLDER --prune     publishes no keys but those that lie in the folder`;

const ENGINES = `make-engine-keys --to FOLDER      makes, as far as it is missing, an authority, a certificate for each engine, and a password for the user of each
  --name ENGINE=HOST              a further name or address of an engine (kafka, mongodb, elasticsearch, minio); all of them each time: other names make its certificate anew
  --services UID                  whose the files of the services shall be, where this runs as root`;

const ROTATE = `rotate-token-key --file FILE      adds a new key to a file of token keys; --data-dir DIR: to token-key.pem in it
  --signs-after SECONDS           how long it is only published; 10 unless said
  --revoke-old, --now             leaves no other key: every token so far is refused at once`;

/** Runs a command of the terminal. @returns its exit code */
function command(usage: string, work: () => void): number {
  try {
    work();
    return 0;
  } catch (error) {
    say(error instanceof SettingsError ? error.message : `${reasonOf(error)}\n\n${usage}`);
    return 1;
  }
}

/** `make-keys`. @returns the exit code */
export const makeKeysCommand = (args: string[]): number =>
  command(MAKE, () => {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        missing: { type: 'boolean' },
        next: { type: 'string' },
        prune: { type: 'boolean' },
      },
    });
    const folder = values.to;
    if (!folder) throw new Error('Say in which folder the keys shall be.');
    if (values.next !== undefined) {
      const name = z
        .enum(callerNames, { error: `--next must name one of ${callerNames.join(', ')}` })
        .safeParse(values.next);
      if (!name.success) throw new Error(z.prettifyError(name.error));
      return say(`Made ${makeNextKey(folder, name.data)}`);
    }
    if (values.prune) return prunePublicKeys(folder);
    const there = keysIn(folder);
    if (there.length > 0 && !values.missing)
      throw new Error(
        `There are keys already, and none is overwritten: ${there.join(', ')}. Add --missing to make what is missing.`,
      );
    for (const file of makeKeys(folder)) say(`Made ${file}`);
  });

/** Further names of engines, from `kafka=kafka.example`. */
function namesFrom(given: readonly string[], known: readonly string[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const each of given) {
    const [, engine = '', host = ''] = /^([a-z]+)=([A-Za-z0-9.:-]{1,253})$/.exec(each) ?? [];
    if (!known.includes(engine))
      throw new Error(`--name must look like kafka=kafka.example, with one of ${known.join(', ')}`);
    (names[engine] ??= []).push(host);
  }
  return names;
}

/** `make-engine-keys`. @returns the exit code */
export async function makeEngineKeysCommand(args: string[]): Promise<number> {
  try {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, name: { type: 'string', multiple: true }, services: { type: 'string' } },
    });
    if (!values.to) throw new Error('Say in which folder they shall be.');
    const uid = values.services;
    if (uid !== undefined && !/^\d{1,9}$/.test(uid)) throw new Error('--services must be the number of a user.');
    // A large library, which nothing but this needs.
    const { makeEngineKeys, securedEngines } = await import('./make-engine-keys.ts');
    const names = namesFrom(
      values.name ?? [],
      securedEngines.map(({ name }) => name),
    );
    const services = uid === undefined ? {} : { services: { uid: Number(uid), gid: Number(uid) } };
    for (const file of await makeEngineKeys(values.to, { names, ...services })) say(`Made ${file}`);
    return 0;
  } catch (error) {
    say(`${reasonOf(error)}\n\n${ENGINES}`);
    return 1;
  }
}

/** `rotate-token-key`. @returns the exit code */
export const rotateTokenKeyCommand = (args: string[], env: NodeJS.ProcessEnv): number =>
  command(ROTATE, () => {
    const { values } = parseArgs({
      args,
      options: {
        file: { type: 'string' },
        'data-dir': { type: 'string' },
        'signs-after': { type: 'string', default: '10' },
        'revoke-old': { type: 'boolean', default: false },
        now: { type: 'boolean', default: false },
      },
    });
    const dir = values['data-dir'];
    if ((values.file === undefined) === (dir === undefined))
      throw new Error('Say which keys: either --file FILE or --data-dir DIR.');
    if (!/^\d{1,6}$/.test(values['signs-after'])) throw new Error('--signs-after must be a whole number of seconds.');
    const sessionHours = readSettings(z.object({ SESSION_HOURS: choices.SESSION_HOURS }), env).SESSION_HOURS;
    const file = values.file ?? tokenKeyFile(dir ?? '');
    const revokeOld = values['revoke-old'] || values.now;
    const signsAfterS = revokeOld ? 0 : Number(values['signs-after']);
    const { kid, kept, dropped } = rotateTokenKey({ file: join(file), signsAfterS, sessionHours, revokeOld });
    const former = revokeOld
      ? 'Every token so far is refused: all log in again'
      : `${kept} former stay known until their last token is over (${sessionHours} h)`;
    say(
      `Added the key ${kid} to ${file}. It signs ${signsAfterS === 0 ? 'at once' : `after ${signsAfterS} s`}. ${former}; ${dropped} dropped.`,
    );
  });
