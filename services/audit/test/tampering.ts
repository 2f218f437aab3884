import { openDatabase } from '@numscope/adapters/sqlite';
import { onMongo, tempDir, testDatabase } from '@numscope/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuditCheckpoint, ChainFaultShown } from '@numscope/contracts';
import { sha256 } from '../src/sha256.ts';
import type { CheckpointKeys } from '../src/checkpoints/keys.ts';
import { type ChainFault, type ChainRow, type ChainStart, GENESIS, hashOf } from '../src/domain/chain-link.ts';
import { checkTrail } from '../src/queries/check-trail.ts';
import { walkChain } from '../src/queries/walk-chain.ts';
import type { ChainReader } from '../src/store/audit-store.port.ts';
import { chainRow, rowColumnsIn } from '../src/store/sqlite/audit-rows.ts';
import { auditMigrations } from '../src/store/sqlite/audit-schema.ts';
import { openChainReader } from '../src/store/sqlite/index.ts';
import type { Setup } from './setup.ts';

/** The texts of an entry, as the chain names them. */
export const texts = ['id', 'actionType', 'username', 'userId', 'ip', 'details', 'args', 'outcome', 'hash'] as const;
export type EntryText = (typeof texts)[number];

/** A fault as the walk tells it, or with what the checkpoints say of it. */
type Found = ChainFault | ChainFaultShown;

/** A copy of the trail, to be changed behind the service's back. Entries by their places. */
export interface Trail {
  text(seq: number, name: EntryText): Promise<string>;
  setText(seq: number, name: EntryText, value: string): Promise<void>;
  setTime(seq: number, value: bigint): Promise<void>;
  /** As if nobody were known by id. */
  dropUserId(seq: number): Promise<void>;
  move(seq: number, to: number): Promise<void>;
  remove(...seqs: number[]): Promise<void>;
  /** A copy of an entry, with another id, at a place or, where the store takes such, at what is none. */
  add(place: unknown, like: number): Promise<void>;
  setHead(head: { entries?: number; hash?: string }): Promise<void>;
  dropHead(): Promise<void>;
  /** As the chain has it. */
  row(seq: number): Promise<ChainRow>;
  dropCheckpoints(): Promise<void>;
  addCheckpoint(checkpoint: AuditCheckpoint): Promise<void>;
  setBegins(begins: ChainStart): Promise<void>;
  /** What is wrong with the chain; with a key also what the checkpoints of the copy and of outside tell. */
  faults(by?: { keys: CheckpointKeys; outside: readonly AuditCheckpoint[] }): Promise<Found[]>;
  /** Runs the command on it. */
  verify(...args: string[]): Promise<{ code: unknown; output: string }>;
  drop(): Promise<void>;
}

const run = (args: string[], env: Record<string, string>): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const file = fileURLToPath(new URL('../src/audit.ts', import.meta.url));
    execFile(process.execPath, [file, 'verify', ...args], { env: { ...process.env, ...env } }, (error, output) =>
      resolve({ code: error ? error.code : 0, output }),
    );
  });

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

const PAGE = 5;

async function faultsOf(reader: ChainReader | null, by: Parameters<Trail['faults']>[0]): Promise<Found[]> {
  if (!reader) throw new Error('there is no trail');
  const faults: Found[] = [];
  const note = (fault: Found): void => void faults.push(fault);
  // Pages of few entries, so that what is changed also lies where one ends and the next begins.
  const store: ChainReader = {
    ...reader,
    checkChain: (cursor, last, _limit, places) => reader.checkChain(cursor, last, PAGE, places),
  };
  if (by) await checkTrail({ store, keys: by.keys, outside: [each(by.outside)] }, note);
  else await walkChain(store, note);
  await reader.close();
  return faults;
}

function copyFile(setup: Setup): Trail {
  const { path, remove } = tempDir();
  const file = join(path, 'audit.sqlite');
  const original = openDatabase({ path: join(setup.test.dir, 'audit.sqlite'), migrations: [], readOnly: true });
  original.exec(`VACUUM INTO '${file}'`);
  original.close();
  const columns: Partial<Record<EntryText, string>> = { actionType: 'action_type', userId: 'user_id' };
  const columnOf = (name: EntryText): string => columns[name] ?? name;
  const db = openDatabase({ path: file, migrations: auditMigrations });
  const change = (statement: string, ...values: Array<string | number | bigint>): void =>
    void db.prepare(statement).run(...values);
  return {
    text: async (seq, name) =>
      String(db.prepare(`SELECT ${columnOf(name)} AS text FROM entry WHERE seq = ?`).get(seq)?.['text']),
    setText: async (seq, name, value) => change(`UPDATE entry SET ${columnOf(name)} = ? WHERE seq = ?`, value, seq),
    dropUserId: async (seq) => change('UPDATE entry SET user_id = NULL WHERE seq = ?', seq),
    setTime: async (seq, value) => change('UPDATE entry SET created_at = ? WHERE seq = ?', value, seq),
    move: async (seq, to) => change('UPDATE entry SET seq = ? WHERE seq = ?', to, seq),
    remove: async (...seqs) => seqs.forEach((seq) => change('DELETE FROM entry WHERE seq = ?', seq)),
    async setHead({ entries, hash }) {
      if (entries !== undefined) change('UPDATE head SET entries = ?', entries);
      if (hash !== undefined) change('UPDATE head SET hash = ?', hash);
    },
    dropHead: async () => change('DELETE FROM head'),
    add: async (place, like) =>
      change(
        `INSERT INTO entry (seq, id, action_type, created_at, username, user_id, ip, details, args, outcome, hash)
         SELECT ?, 'new', action_type, created_at, username, user_id, ip, details, args, outcome, hash FROM entry WHERE seq = ?`,
        Number(place),
        like,
      ),
    row: async (seq) =>
      chainRow(db.prepare(`SELECT ${rowColumnsIn(db)} FROM entry WHERE seq = ?`).get(seq) ?? { seq: 0 }),
    dropCheckpoints: async () => change('DELETE FROM checkpoint'),
    addCheckpoint: async (one) =>
      change('INSERT INTO checkpoint VALUES (?, ?, ?)', one.number, one.at, JSON.stringify(one)),
    setBegins: async ({ seq, hash }) => change('UPDATE head SET begins = ?, begins_hash = ?', seq, hash),
    faults: (by) => faultsOf(openChainReader({ dataDir: path }), by),
    verify: (...args) => run([path, ...args], {}),
    async drop() {
      db.close();
      remove();
    },
  };
}

/** Documents copied at once. */
const COPIED = 2000;

type Entry = Record<string, unknown> & { _id: number };

async function copyDatabase(setup: Setup): Promise<Trail> {
  const { openMongo } = await import('@numscope/adapters/mongo');
  const { openMongoChainReader } = await import('../src/store/mongo/index.ts');
  const { chainRow: documentRow } = await import('../src/store/mongo/audit-collections.ts');
  const { log } = setup.test.kit;
  const url = `${(await testDatabase(setup.test)).url}_copy`;
  const original = await (await testDatabase(setup.test)).connect();
  const copy = await openMongo({ url, service: 'audit', log });
  await copy.dropDatabase();
  for (const name of ['entries', 'heads', 'checkpoints']) {
    // A million of them are not held at once.
    let batch: object[] = [];
    const put = async (): Promise<void> => {
      if (batch.length > 0) await copy.collection(name).insertMany(batch);
      batch = [];
    };
    for await (const document of original.collection(name).find({})) if (batch.push(document) === COPIED) await put();
    await put();
  }
  await original.close();
  const entries = copy.collection<Entry>('entries');
  const heads = copy.collection<{ _id: string }>('heads');
  const set = async (_id: number, fields: Record<string, unknown>): Promise<void> =>
    void (await entries.updateOne({ _id }, { $set: fields }));
  const get = async (_id: number): Promise<Entry> => {
    const entry = await entries.findOne({ _id });
    if (!entry) throw new Error(`there is no entry ${_id}`);
    return entry;
  };
  return {
    text: async (seq, name) => String((await get(seq))[name]),
    setText: (seq, name, value) => set(seq, { [name]: value }),
    setTime: (seq, value) => set(seq, { createdTimestamp: value }),
    dropUserId: async (_id) => void (await entries.updateOne({ _id }, { $unset: { userId: '' } })),
    setHead: async (head) => void (await heads.updateOne({ _id: 'chain' }, { $set: head })),
    dropHead: async () => void (await heads.deleteMany({})),
    async move(seq, to) {
      const entry = await get(seq);
      await entries.deleteOne({ _id: seq });
      await entries.insertOne({ ...entry, _id: to });
    },
    remove: async (...seqs) => void (await entries.deleteMany({ _id: { $in: seqs } })),
    add: async (place, like) =>
      void (await entries.insertOne({ ...(await get(like)), _id: place as number, id: 'new' })),
    async row(seq) {
      const row = documentRow(await get(seq));
      if (!row) throw new Error(`entry ${seq} is none`);
      return row;
    },
    dropCheckpoints: async () => void (await copy.collection('checkpoints').deleteMany({})),
    addCheckpoint: async (checkpoint) =>
      void (await copy
        .collection<{ _id: number }>('checkpoints')
        .insertOne({ _id: checkpoint.number, at: checkpoint.at, checkpoint } as { _id: number })),
    setBegins: async ({ seq, hash }) =>
      void (await heads.updateOne({ _id: 'chain' }, { $set: { begins: seq, beginsHash: hash } })),
    faults: async (by) => faultsOf(await openMongoChainReader({ url, log }), by),
    verify: (...args) => run(args, { STORE_URL: url }),
    async drop() {
      await copy.dropDatabase();
      await copy.close();
    },
  };
}

async function dropDatabase(setup: Setup, url: string): Promise<void> {
  const { openMongo } = await import('@numscope/adapters/mongo');
  const connection = await openMongo({ url, service: 'audit', log: setup.test.kit.log });
  await connection.dropDatabase();
  await connection.close();
}

export const copyTrail = async (setup: Setup): Promise<Trail> => (onMongo() ? copyDatabase(setup) : copyFile(setup));

/** Runs the command where there is no trail. */
export async function verifyNothing(setup: Setup): Promise<{ code: unknown; output: string }> {
  if (onMongo()) {
    const url = `${(await testDatabase(setup.test)).url}_nothing`;
    // There are servers that make a database when somebody reads of it.
    setup.test.defer(() => dropDatabase(setup, url));
    return run([], { STORE_URL: url });
  }
  const empty = tempDir();
  const result = await run([empty.path], {});
  empty.remove();
  return result;
}

/** Runs the command without arguments, where the settings name a folder in which nothing is. */
export async function verifyEmptyFolder(): Promise<{ code: unknown; output: string }> {
  const empty = tempDir();
  // Not the folder that it looks into unless told: whoever began the product in this repository has a trail there.
  const result = await run([], { STORE_URL: '', DATA_DIR: empty.path });
  empty.remove();
  return result;
}

/**
 * What somebody can do who may write the whole store and knows how hashes are made: ties the entries from `from` to
 * `last` anew, so that the chain is whole, and ends there.
 */
export async function rehash(trail: Trail, from: number, last: number): Promise<void> {
  let previous = from === 1 ? GENESIS : await trail.text(from - 1, 'hash');
  for (let seq = from; seq <= last; seq++) {
    previous = hashOf(await trail.row(seq), previous, sha256);
    await trail.setText(seq, 'hash', previous);
  }
  await trail.setHead({ entries: last, hash: previous });
}

type Connected = Awaited<ReturnType<Awaited<ReturnType<typeof testDatabase>>['connect']>>;
type File = ReturnType<typeof openDatabase>;

/** Changes what the service itself keeps. It may be closed. */
async function changeStore(
  { test }: Setup,
  sqlite: (db: File) => void,
  mongo: (connection: Connected) => Promise<unknown>,
): Promise<void> {
  if (onMongo()) {
    const connection = await (await testDatabase(test)).connect();
    await mongo(connection);
    await connection.close();
    return;
  }
  const db = openDatabase({ path: join(test.dir, 'audit.sqlite'), migrations: auditMigrations });
  sqlite(db);
  db.close();
}

/** Changes the details of an entry of the trail itself. */
export const changeEntry = (setup: Setup, seq: number): Promise<void> =>
  changeStore(
    setup,
    (db) => db.prepare(`UPDATE entry SET details = 'nothing happened' WHERE seq = ?`).run(seq),
    (connection) =>
      connection.collection<Entry>('entries').updateOne({ _id: seq }, { $set: { details: 'nothing happened' } }),
  );

/** Dates a checkpoint otherwise, where the store finds it by its time. */
export const dateCheckpoint = (setup: Setup, number: number, at: number): Promise<void> =>
  changeStore(
    setup,
    (db) => db.prepare('UPDATE checkpoint SET at = ? WHERE number = ?').run(at, number),
    (connection) => connection.collection<{ _id: number }>('checkpoints').updateOne({ _id: number }, { $set: { at } }),
  );

/** Sets for how long entries are kept, past the page. */
export const setStoredRetention = (setup: Setup, days: number): Promise<void> =>
  changeStore(
    setup,
    (db) => db.prepare('INSERT OR REPLACE INTO retention VALUES (1, ?)').run(days),
    (connection) =>
      connection
        .collection<{ _id: string }>('retention')
        .updateOne({ _id: 'retention' }, { $set: { days } }, { upsert: true }),
  );

/**
 * Spoils entries of the trail itself: the first five get a type of nobody's, arguments that are no JSON and ones that are
 * no object, a time that no date reaches, and a place that none has; where the store takes such, the sixth gets members
 * of other kinds, and one more stands at what is no place.
 */
export const spoilEntries = (setup: Setup): Promise<void> =>
  changeStore(
    setup,
    (db) => {
      db.prepare(`UPDATE entry SET action_type = 'FUTURE' WHERE seq = 1`).run();
      db.prepare(`UPDATE entry SET args = '{"phone":' WHERE seq = 2`).run();
      db.prepare(`UPDATE entry SET args = '[null]' WHERE seq = 3`).run();
      db.prepare('UPDATE entry SET created_at = 9223372036854775807 WHERE seq = 4').run();
      db.prepare('UPDATE entry SET seq = -5 WHERE seq = 5').run();
    },
    async (connection) => {
      const entries = connection.collection<Record<string, unknown> & { _id: number | string }>('entries');
      const set = (_id: number, fields: Record<string, unknown>) => entries.updateOne({ _id }, { $set: fields });
      await set(1, { actionType: 'FUTURE' });
      await set(2, { args: '{"phone":' });
      await set(3, { args: '[null]' });
      await set(4, { createdTimestamp: Number.MAX_VALUE });
      const fifth = await entries.findOne({ _id: 5 });
      await entries.deleteOne({ _id: 5 });
      await entries.insertOne({ ...fifth, _id: -5 });
      await set(6, { details: { no: 'text' }, args: { no: 'text' }, username: 7 });
      await entries.insertOne({ ...fifth, _id: 'nowhere', id: 'nowhere', details: 'nowhere' });
    },
  );
