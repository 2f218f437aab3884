import { backup, DatabaseSync } from 'node:sqlite';
import { isBusy, unusable } from './database-fault.ts';

/** How long all writers may stand still in a first try; twice as long in each next one, up to the most. */
const FIRST_HOLD_MS = 25;
const MOST_HOLD_MS = 2000;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 0.2;
/** Copied at once; the thread pool does it. */
const PAGES = 2000;

/** Databases as all of them stood at one moment, whatever is written to them meanwhile. */
export interface Snapshot {
  /** When it was, in Unix milliseconds. */
  moment: number;
  /** The longest time for which some writer had to wait, in milliseconds. */
  heldMs: number;
  /** One of them as it stood, to read from. */
  database(path: string): DatabaseSync;
  /**
   * Writes one of them as it stood into a file that is not there yet, and lets go of it. Its journal is none that lies
   * beside it.
   */
  copy(path: string, to: string): Promise<void>;
  /** Lets go of all. */
  close(): void;
}

interface Side {
  path: string;
  /** Stops the writers of all processes while its transaction is open. */
  lock: DatabaseSync;
  /** Sees, once its transaction has read, what was committed by then and nothing later. */
  view: DatabaseSync;
}

const sleeping = new Int32Array(new SharedArrayBuffer(4));
const pause = (): void => void Atomics.wait(sleeping, 0, 0, PAUSE_MS);

function tryLock({ path, lock }: Side): boolean {
  try {
    lock.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw unusable(path, error);
  }
}

function lockBy(side: Side, until: number): boolean {
  while (!tryLock(side)) {
    if (performance.now() > until) return false;
    pause();
  }
  return true;
}

const release = (sides: readonly Side[]): void => {
  for (const { lock } of sides) if (lock.isTransaction) lock.exec('ROLLBACK');
};

/**
 * Locks all, or none and answers whose writer did not end its transaction in time. The first is waited for with nothing
 * else held.
 * @param holdMs how long the others may take
 */
function lockAll(
  [first, ...others]: readonly Side[],
  holdMs: number,
  until: number,
): { slow: Side | null; since: number } {
  if (!first) return { slow: null, since: performance.now() };
  if (!lockBy(first, until))
    throw new Error(`${first.path} is written to without an end; there is no moment between two commits`);
  const since = performance.now();
  for (const side of others) if (!lockBy(side, since + holdMs)) return { slow: side, since };
  return { slow: null, since };
}

/** Begins the views while no writer of any process can commit anywhere. */
function beginViews(sides: readonly Side[]): { moment: number; heldMs: number } {
  const until = performance.now() + PATIENCE_MS;
  let order = [...sides];
  let longest = 0;
  for (let holdMs = FIRST_HOLD_MS; ; holdMs = Math.min(2 * holdMs, MOST_HOLD_MS)) {
    try {
      const { slow, since } = lockAll(order, holdMs, until);
      if (!slow) for (const { view } of sides) view.exec('BEGIN; SELECT count(*) FROM sqlite_master');
      const moment = Date.now();
      release(sides);
      longest = Math.max(longest, performance.now() - since);
      if (!slow) return { moment, heldMs: longest };
      if (performance.now() > until)
        throw new Error(`${slow.path} is written to without an end; there is no moment between two commits`);
      // Whoever was at work longest is waited for first next time, when nobody stands still for it.
      order = [slow, ...order.filter((side) => side !== slow)];
    } finally {
      release(sides);
    }
  }
}

function open(path: string): Side {
  const opened: DatabaseSync[] = [];
  try {
    for (const timeout of [0, 10_000]) {
      const db = new DatabaseSync(path, { timeout });
      opened.push(db);
      // What a killed process left behind is put in order now, and not while all stand still.
      db.exec('PRAGMA temp_store = MEMORY; SELECT count(*) FROM sqlite_master');
    }
  } catch (error) {
    for (const db of opened) db.close();
    throw unusable(path, error);
  }
  const [lock, view] = opened;
  if (!lock || !view) throw new Error('not opened');
  return { path, lock, view };
}

/** Makes a copy one file that can be read where nothing can be written. */
function settle(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/**
 * Takes a snapshot of databases that other processes may be writing to: all their writers stand still for as long as it
 * takes to begin a reading transaction in each, some milliseconds, and wait for that as for any other writer. A process
 * that is killed lets go of everything.
 * @throws Error when a file cannot be opened, or there was no moment between two commits for a minute
 */
export function takeSnapshot(paths: readonly string[]): Snapshot {
  const sides: Side[] = [];
  const drop = ({ lock, view }: Side): void => {
    for (const db of [lock, view]) if (db.isOpen) db.close();
  };
  const close = (): void => sides.forEach(drop);
  const sideOf = (path: string): Side => {
    const side = sides.find((one) => one.path === path);
    if (!side?.view.isOpen) throw new Error(`${path} is not in the snapshot`);
    return side;
  };
  try {
    for (const path of paths) sides.push(open(path));
    const found = beginViews(sides);
    for (const { lock } of sides) lock.close();
    return {
      ...found,
      database: (path) => sideOf(path).view,
      async copy(path, to) {
        const side = sideOf(path);
        await backup(side.view, to, { rate: PAGES });
        drop(side);
        settle(to);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
