import type { AuditBeginning, AuditCheckpoint } from '@numscope/contracts';
import { type Clock, type EventBus, type Logger, outgoing, reasonOf } from '@numscope/platform';
import { type ChainFault, GENESIS } from '../domain/chain-link.ts';
import { nameOf } from '../domain/checkpoint.ts';
import type { AuditStore } from '../store/audit-store.port.ts';
import { CheckpointFile } from './checkpoint-file.ts';
import { type CheckpointSigner, isGenuine } from './keys.ts';
import { storedCheckpoints } from './stored-checkpoints.ts';

const SLICE = 2000;
/** Tries to get a number that no other instance took meanwhile. */
const TRIES = 20;

export interface CheckpointSettings {
  /** Where the file of checkpoints is; null: they go into the store and to the bus alone. */
  folder: string | null;
  /** A checkpoint is due after this many entries without one. */
  everyEntries: number;
  /** A checkpoint is due this long after an entry that has none. */
  everyMs: number;
}

interface CheckpointerOptions extends CheckpointSettings {
  store: AuditStore;
  bus: EventBus;
  signer: CheckpointSigner;
  clock: Clock;
  log: Logger;
}

/** Why nothing is signed. */
export class RefusedError extends Error {}

const faultText = ({ kind, seq, expected, found }: ChainFault): string =>
  `entry ${seq} is ${kind}${expected === undefined ? '' : `: expected ${expected}, found ${found}`}`;

/**
 * Signs the end of the chain from time to time, and tells it to the store, to a file outside of it and to the bus. What
 * is signed goes on from what was signed before: what lies between is checked first, so that who rewrites the trail
 * gets no signature for it from a service that goes on running.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  /** Ends with what was begun last: one is signed at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #file: CheckpointFile | null = null;
  /** The newest genuine checkpoint that this instance knows, of the file and of the store. */
  #last: AuditCheckpoint | null = null;
  /** The largest number that any has. */
  #largest = 0;
  #unsigned = 0;
  /** Signed and kept, but the bus has not taken them yet. */
  #untold: AuditCheckpoint[] = [];
  #hasLearnt = false;
  #timer: NodeJS.Timeout | undefined;
  #refusal: string | null = null;
  #closed = false;

  constructor(options: CheckpointerOptions) {
    this.#options = options;
  }

  /** Why no checkpoint is made any more; null: nothing is wrong. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Opens the file, brings it in line with the store, and tells the newest checkpoint once more. */
  async start(): Promise<void> {
    const { folder, store } = this.#options;
    if (folder !== null) this.#file = await CheckpointFile.open(folder);
    await this.#learn();
    // Its publisher may have died before it was told.
    if (this.#last) this.#untold.push(this.#last);
    await this.#tell();
    const head = await store.head();
    if (head && head.entries > (this.#last?.seq ?? 0)) this.appended(head.entries - (this.#last?.seq ?? 0));
  }

  /** The checkpoints outside the store. */
  outside(): AsyncIterable<AuditCheckpoint>[] {
    return this.#file ? [this.#file.read()] : [];
  }

  /** Notes that entries were added. Costs their writer nothing. */
  appended(entries: number): void {
    const { everyEntries, everyMs } = this.#options;
    this.#unsigned += entries;
    if (this.#closed) return;
    if (this.#unsigned >= everyEntries && this.#waiting === 0) void this.#quietly();
    else this.#timer ??= setTimeout(() => void this.#quietly(), everyMs).unref();
  }

  /**
   * Signs the end of the chain as it is now, unless that is signed already.
   * @param begins where it begins from now on; as before unless said
   * @throws RefusedError when the chain does not go on from what was signed before
   */
  sign(begins?: AuditBeginning): Promise<AuditCheckpoint | null> {
    this.#waiting++;
    const before = this.#turn;
    const signing = (async () => {
      await before.catch(() => undefined);
      this.#waiting--;
      return this.#sign(begins);
    })();
    this.#turn = signing;
    return signing;
  }

  /** Signs what is not signed yet. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#quietly();
    await this.#file?.close();
  }

  async #quietly(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.sign();
    } catch (error) {
      const { log, everyMs } = this.#options;
      log.error(
        { reason: reasonOf(error) },
        error instanceof RefusedError
          ? 'no checkpoint of the audit trail is signed: "npm run audit -- verify" tells what is wrong'
          : 'no checkpoint of the audit trail could be made; it is tried again',
      );
      if (!this.#closed) this.#timer ??= setTimeout(() => void this.#quietly(), everyMs).unref();
    }
  }

  async #sign(begins: AuditBeginning | undefined): Promise<AuditCheckpoint | null> {
    const { store, signer, clock, log } = this.#options;
    this.#unsigned = 0;
    await this.#learn();
    await this.#tell();
    for (let tries = 0; tries < TRIES; tries++) {
      const last: AuditCheckpoint | null = this.#last;
      const claim = await this.#claim(last, begins);
      if (!claim) return null;
      const checkpoint = signer.sign({ ...claim, number: this.#largest + 1, at: clock.now() });
      if (!(await store.keepCheckpoint(checkpoint))) {
        await this.#learn();
        continue;
      }
      await this.#file?.append([checkpoint]);
      this.#last = checkpoint;
      this.#largest = checkpoint.number;
      this.#untold.push(checkpoint);
      await this.#tell();
      log.debug({ number: checkpoint.number, seq: checkpoint.seq }, 'a checkpoint of the audit trail was signed');
      return checkpoint;
    }
    throw new Error('other instances took each number first');
  }

  /** What can be signed now, after the chain was checked from the last checkpoint on; null: nothing new. */
  async #claim(last: AuditCheckpoint | null, newBegins: AuditBeginning | undefined) {
    const { store } = this.#options;
    const head = await store.head();
    if (!head) throw this.#refuse('the head of the trail is gone');
    const begins = newBegins ?? last?.begins ?? null;
    if (!last && head.begins.seq > 0 && !newBegins)
      throw this.#refuse(`it begins at entry ${head.begins.seq + 1}, and no checkpoint is known that says so`);
    if (last && head.entries < last.seq)
      throw this.#refuse(`its last entry is ${head.entries}, and ${nameOf(last)} was signed for entry ${last.seq}`);
    if (head.entries === (last?.seq ?? 0) && !newBegins) {
      if (last && head.hash !== last.hash) throw this.#refuse(`its last entry is not the one of ${nameOf(last)}`);
      this.#refusal = null;
      return null;
    }
    let cursor = { seq: (last?.seq ?? 0) + 1, previous: last?.hash ?? GENESIS, id: null as string | null };
    for (let more = true; more && cursor.seq <= head.entries;) {
      const step = await store.checkChain(cursor, head.entries, SLICE);
      const [fault] = step.faults;
      if (fault) throw this.#refuse(faultText(fault));
      ({ cursor, more } = step);
    }
    if (cursor.seq <= head.entries || cursor.previous !== head.hash)
      throw this.#refuse(`entry ${cursor.seq} is not there, or not the last`);
    this.#refusal = null;
    return { seq: head.entries, hash: head.hash, count: head.entries - (begins?.seq ?? 0), begins };
  }

  #refuse(why: string): RefusedError {
    this.#refusal = why;
    return new RefusedError(why);
  }

  /** Takes from the store what others signed meanwhile, into the file too; knows the newest that is genuine. */
  async #learn(): Promise<void> {
    const { store, signer } = this.#options;
    const stored: AuditCheckpoint[] = [];
    const known = new Set<string>();
    const take = (checkpoint: AuditCheckpoint): void => {
      this.#largest = Math.max(this.#largest, checkpoint.number);
      if (checkpoint.number > (this.#last?.number ?? 0) && isGenuine(checkpoint, signer.keys)) this.#last = checkpoint;
    };
    if (this.#file && !this.#hasLearnt) {
      for await (const checkpoint of this.#file.read()) {
        known.add(checkpoint.signature);
        take(checkpoint);
      }
    }
    for await (const checkpoint of storedCheckpoints(store, this.#hasLearnt ? this.#largest : 0))
      stored.push(checkpoint);
    const isFresh = (one: AuditCheckpoint): boolean => !known.has(one.signature) && isGenuine(one, signer.keys);
    await this.#file?.append(stored.filter(isFresh));
    // Only then: what could not be written is fresh the next time, too.
    stored.forEach(take);
    this.#hasLearnt = true;
  }

  /** Tells the bus what it was not told yet. A repeat has the same id. */
  async #tell(): Promise<void> {
    if (this.#untold.length === 0) return;
    const events = this.#untold.map((checkpoint) =>
      outgoing('audit.checkpoint', 'audit', checkpoint, {
        id: `audit-checkpoint-${checkpoint.signature.slice(0, 40)}`,
        at: checkpoint.at,
      }),
    );
    await this.#options.bus.publish(events);
    this.#untold = [];
  }
}
