import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf } from '@numscope/platform';
import { type CheckpointKeys, readCheckpointKeys } from '../checkpoints/keys.ts';

export const USAGE = `npm run audit -- verify [DATA_DIR]     checks the audit trail of DATA_DIR, running or stopped, or of the MongoDB that STORE_URL names
  --checkpoints PATH                   signed checkpoints from elsewhere: a file or a folder of such; as often as there are some
  --public-key FILE                    by what they are known, PEM; as often as there are some. Unless said: AUDIT_CHECKPOINT_KEY, or audit-key.pem in DATA_DIR
  --json                               one JSON object for programs
npm run audit -- retention --dry-run [DATA_DIR] --days N   shows what the retention would remove, and removes nothing
npm run audit -- public-key [DATA_DIR] prints the public part of the key that signs, to be kept with the checkpoints

Ends with 0: proven; 1: broken; 2: wrong use, nobody who reads what it says, or nothing to look at: no trail, no key, or
no checkpoint.`;

const SERVER_MS = 15_000;
/** The exit code of wrong use, where there is nothing to look at, and where nobody reads what was found. */
export const NOTHING_PROVEN = 2;

/** What was asked for wrongly; the usage follows its message. */
export class UsageError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>;

export interface AuditCommand {
  task: 'verify' | 'retention' | 'public-key';
  /** Null: the records are in MongoDB. */
  dataDir: string | null;
  /** The settings that say where MongoDB is and as whom it is read. */
  store: Env | null;
  /** How long, in milliseconds, MongoDB is waited for. */
  withinMs: number;
  /** Files and folders; those that were named must hold some. */
  checkpoints: { path: string; named: boolean }[];
  /** Files of keys. */
  keyFiles: string[];
  json: boolean;
  dryRun: boolean;
  days: number | null;
}

const isTask = (text: string | undefined): text is AuditCommand['task'] =>
  text === 'verify' || text === 'retention' || text === 'public-key';

function daysFrom(text: string | undefined, env: Env): number | null {
  const given = text ?? env['AUDIT_RETENTION_DAYS'];
  if (given === undefined || given === '') return null;
  if (!/^\d{1,5}$/.test(given) || Number(given) < 1) throw new UsageError('--days must be a whole number of days.');
  return Number(given);
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        checkpoints: { type: 'string', multiple: true },
        'public-key': { type: 'string', multiple: true },
        json: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        days: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
}

/** What was asked for; of the settings empty counts as unset. @throws UsageError */
export function commandFrom(args: string[], env: Env, withinMs = SERVER_MS): AuditCommand {
  const { values, positionals } = parsed(args);
  const [task, folder, ...more] = positionals;
  if (!isTask(task)) throw new UsageError(task === undefined ? 'Say what to do.' : `There is no such task: ${task}.`);
  if (more.length > 0) throw new UsageError(`More was said than one DATA_DIR: ${more.join(' ')}.`);
  const url = env['STORE_URL'];
  const store = folder === undefined && url && url !== 'embedded' ? env : null;
  const dataDir = store === null ? resolve(folder ?? (env['DATA_DIR'] || './data')) : null;
  const named = (values.checkpoints ?? []).map((path) => ({ path: resolve(path), named: true }));
  const usual = env['AUDIT_CHECKPOINTS'] || (dataDir === null ? null : join(dataDir, 'audit-checkpoints'));
  const ownKey = env['AUDIT_CHECKPOINT_KEY'] || (dataDir === null ? null : join(dataDir, 'audit-key.pem'));
  return {
    task,
    dataDir,
    store,
    withinMs,
    checkpoints: [...named, ...(usual ? [{ path: resolve(usual), named: false }] : [])],
    keyFiles:
      values['public-key']?.map((file) => resolve(file)) ?? (ownKey && existsSync(ownKey) ? [resolve(ownKey)] : []),
    json: values.json,
    dryRun: values['dry-run'],
    days: daysFrom(values.days, env),
  };
}

/** The keys of all these files. @throws UsageError that names the one that cannot be used */
export function keysOf(files: readonly string[]): CheckpointKeys {
  const keys = files.map((file) => {
    try {
      return [...readCheckpointKeys(readFileSync(file, 'utf8'))];
    } catch (error) {
      throw new UsageError(`The key in ${file} cannot be used: ${reasonOf(error)}`);
    }
  });
  return new Map(keys.flat());
}
