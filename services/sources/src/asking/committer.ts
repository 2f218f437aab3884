import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, type OutboxRelay, type OutgoingEvent, packEvents, reasonOf } from '@numscope/platform';
import type { LostCost, ReusedCount } from '../domain/health/asking-counts.ts';
import { dayOf, minuteOf } from '../domain/limits/periods.ts';
import type {
  CallCount,
  Commit,
  EndedSubmission,
  NewObservation,
  PhotoStep,
  SourceStore,
} from '../store/source-store.port.ts';

const GROUP_MS = 200;
/** Answers that are given and not written yet, beyond which nobody asks for more. */
const UNWRITTEN_ANSWERS = 500;
/** A group is written once it has so many, so that as many more have room meanwhile. */
const GROUP_ANSWERS = UNWRITTEN_ANSWERS / 2;
/** It is written with so many things, too, and has no more: beside answers it has results, also of numbers of which nobody was asked. */
const GROUP_ITEMS = 1000;
/** A group of larger answers is smaller: writing it as JSON holds up everybody else, 15 ms a million. */
const GROUP_CHARS = 1_000_000;
const RETRY_MS = 500;

type Item = NewObservation | OutgoingEvent | EndedSubmission | ReusedCount | LostCost | PhotoStep;
const isEvent = (item: Item): item is OutgoingEvent => 'topic' in item;
const isObservation = (item: Item): item is NewObservation => 'status' in item;
const isPhotoStep = (item: Item): item is PhotoStep => 'over' in item;
const charsOf = (item: Item): number => {
  if (isEvent(item)) return item.json.length;
  if (isPhotoStep(item)) return JSON.stringify(item).length;
  return isObservation(item) ? (item.raw?.length ?? 0) + (item.fields?.length ?? 0) : 0;
};

/**
 * Writes answers in groups, in the order they came: at the latest after 200 ms or 250 answers, whatever chunk they
 * belong to. While 500 are not written nobody asks for more, so that a kill repeats at most these and what was in flight,
 * however slow the disk is. A group that cannot be written (a full disk) is kept and tried again: what was paid for is
 * not asked twice.
 */
export class Committer {
  /** Hears that there is more room for answers than there was. */
  onRoom: () => void = () => undefined;
  readonly #store: Pick<SourceStore, 'commit'>;
  readonly #relay: Pick<OutboxRelay, 'carry'>;
  readonly #log: Logger;
  #items: Item[] = [];
  #calls = new Map<string, CallCount>();
  #given = 0;
  #written = 0;
  /** Answers that are not written, and those of them whose group has not been begun. */
  #unwritten = 0;
  #ungrouped = 0;
  #commits = 0;
  /** Who waits until how many of all that were ever given are written. */
  #waiting: Array<{ given: number; resolve(): void }> = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #closing = false;

  constructor(store: Pick<SourceStore, 'commit'>, log: Logger, relay: Pick<OutboxRelay, 'carry'>) {
    this.#store = store;
    this.#log = log;
    this.#relay = relay;
  }

  /** Whether one more answer may be asked for while so many are not given yet. */
  hasRoom(ungiven: number): boolean {
    return this.#unwritten + ungiven < UNWRITTEN_ANSWERS;
  }

  /**
   * Written in the order in which they come: what ends with an observation, or belongs to it, is added behind it, so that
   * never the one is there without the other.
   */
  add(item: Item): void {
    if (isObservation(item)) {
      this.#unwritten++;
      this.#ungrouped++;
    }
    this.#items.push(item);
    this.#given++;
    this.#schedule();
  }

  /** Counts a call against its account's quota of the day, and of the minute where that is limited. */
  count(source: string, account: string, at: number, byMinute: boolean): void {
    this.#countTo(dayOf(at), source, account);
    if (byMinute) this.#countTo(minuteOf(at), source, account);
    this.#schedule();
  }

  #countTo(day: string, source: string, account: string): void {
    const key = `${day} ${source} ${account}`;
    const counted = this.#calls.get(key);
    if (counted) counted.calls++;
    else this.#calls.set(key, { source, account, day, calls: 1 });
  }

  /** Resolves when all that was given so far is durable. */
  written(): Promise<void> {
    if (this.#written === this.#given) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push({ given: this.#given, resolve });
      this.#write();
    });
  }

  /** Resolves when all calls that were counted so far are durable. */
  async flush(): Promise<void> {
    while (this.#calls.size > 0 || this.#writing) {
      this.#write();
      await this.#writing;
    }
  }

  /** Writes what is left; gives up what cannot be written. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    await this.#writing;
    while (this.#items.length + this.#calls.size > 0) {
      this.#write();
      await this.#writing;
    }
  }

  #schedule(): void {
    if (this.#items.length >= GROUP_ITEMS || this.#ungrouped >= GROUP_ANSWERS) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), GROUP_MS);
  }

  /**
   * Not more than a group at once, however much came meanwhile: a large message to the store's thread would hold up
   * everybody else.
   */
  #write(): void {
    if (this.#writing) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const items = this.#items.splice(0, this.#groupLength());
    const answers = items.filter(isObservation).length;
    this.#ungrouped -= answers;
    const calls = [...this.#calls.values()];
    this.#calls = new Map();
    this.#writing = this.#commit(items, calls).then((isWritten) => {
      this.#writing = undefined;
      if (isWritten) this.#written += items.length;
      this.#unwritten -= answers;
      const done = this.#waiting.filter(({ given }) => given <= this.#written);
      this.#waiting = this.#waiting.filter(({ given }) => given > this.#written);
      for (const { resolve } of done) resolve();
      if (this.#closing) return;
      if (this.#waiting.length > 0) this.#write();
      else if (this.#items.length + this.#calls.size > 0) this.#schedule();
      if (answers > 0) this.onRoom();
    });
  }

  #groupLength(): number {
    const end = Math.min(this.#items.length, GROUP_ITEMS);
    let chars = 0;
    for (let length = 0; length < end; length++) {
      const item = this.#items[length];
      if (item) chars += charsOf(item);
      if (chars > GROUP_CHARS) return Math.max(1, length);
    }
    return end;
  }

  /** Whether it was written in the end. */
  async #commit(items: readonly Item[], calls: CallCount[]): Promise<boolean> {
    if (items.length + calls.length === 0) return true;
    const events: OutgoingEvent[] = [];
    const observations: NewObservation[] = [];
    const ended: EndedSubmission[] = [];
    const reused: ReusedCount[] = [];
    const lost: LostCost[] = [];
    const photos: PhotoStep[] = [];
    for (const item of items) {
      if (isEvent(item)) events.push(item);
      else if (isObservation(item)) observations.push(item);
      else if (isPhotoStep(item)) photos.push(item);
      else if ('request' in item) reused.push(item);
      else if ('cost' in item) lost.push(item);
      else ended.push(item);
    }
    const batch: Commit = {
      number: ++this.#commits,
      observations,
      reused,
      lost,
      ended,
      photos,
      calls,
      events: events.length > 0 ? packEvents(events) : null,
    };
    for (;;) {
      try {
        const id = await this.#store.commit(batch);
        if (id !== null && batch.events !== null) this.#relay.carry(id, batch.events, events.length);
        return true;
      } catch (error) {
        this.#log.error(
          { reason: reasonOf(error), answers: observations.length },
          'answers could not be written; they are tried again',
        );
        if (this.#closing) return false;
        await pause(RETRY_MS);
      }
    }
  }
}
