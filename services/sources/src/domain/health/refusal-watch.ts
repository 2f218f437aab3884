import type { FaultKind } from '@numscope/contracts';

/**
 * What a call tells of whether its source serves us at all: it did; it refused the key or the credit; it says in words
 * that it failed; or nothing of that.
 */
export type CallSign = 'SERVED' | 'REFUSED' | 'STATED' | 'NEITHER';

/** So many refusals in a row stop a source. */
const REFUSALS = 5;
/** So many answers in a row that say that they failed stop it, too. */
const STATED = 20;
/** Calls that a source is worth which has not served us since it refused: of all instances together. */
const DOUBTED_CALLS = 20;
/** An instance served this lately shows that the source serves us: then each judges by its own answers alone. */
const SERVED_LATELY_MS = 2000;

/** What an instance met longer ago is no row with what another meets now. */
const MET_LATELY_MS = 60_000;

const refusals: ReadonlySet<FaultKind> = new Set(['WRONG_KEY', 'NO_CREDIT']);

export const signOf = ({ kind, isStated }: { kind: FaultKind; isStated: boolean }): CallSign =>
  refusals.has(kind) ? 'REFUSED' : isStated ? 'STATED' : 'NEITHER';

/** Within this long each instance has told what it met, and has heard what the others did. */
const HEARD_MS = 2000;

/** How many instances call a source at the same time, this one included, and which of them this is: `rank` counts from 0. */
export interface InstancePlace {
  instances: number;
  rank: number;
}

/** What an instance has met in a row of one source, and how many milliseconds ago it was served; null: never. */
export interface RefusalRow {
  refused: number;
  stated: number;
  servedMs: number | null;
}

/** This instance's part of the calls that a doubtful source is worth: the parts of all are those calls exactly. */
const partOf = ({ instances, rank }: InstancePlace): number =>
  Math.floor(DOUBTED_CALLS / instances) + (rank < DOUBTED_CALLS % instances ? 1 : 0);

/**
 * Stops a source whose key is dead before it costs more than a few calls. From its first refusal until it has served a
 * call that began after that, and before it has ever served us, no more calls begin than it is worth in all. Times in
 * milliseconds of a steady clock.
 */
export class RefusalWatch {
  #refused = 0;
  #stated = 0;
  /** Calls that were refused since it last was proven to serve us. */
  #spent = 0;
  #isProven = false;
  #doubtedAt: number | null = null;
  #servedAt: number | null = null;
  #metAt = Number.NEGATIVE_INFINITY;
  #others: readonly RefusalRow[] = [];
  /** When the last call began while the source was in doubt. */
  #begunAt = Number.NEGATIVE_INFINITY;

  /** Whether the source is to be stopped. @param begun when the call began that told this */
  note(sign: CallSign, begun: number, now: number): boolean {
    if (sign === 'NEITHER') return false;
    if (sign === 'SERVED') {
      this.#refused = this.#stated = 0;
      this.#servedAt = now;
      // What began before the key died says nothing of it.
      if (this.#doubtedAt === null || begun >= this.#doubtedAt) {
        this.#isProven = true;
        this.#doubtedAt = null;
        this.#spent = 0;
      }
      return false;
    }
    this.#isProven = false;
    this.#metAt = now;
    this.#doubtedAt ??= now;
    this.#spent++;
    if (sign === 'REFUSED') this.#refused++;
    else this.#stated++;
    return this.#isOver(now);
  }

  /** Hears what the other instances have met in a row. Whether the source is to be stopped. */
  hear(others: readonly RefusalRow[], now: number): boolean {
    this.#others = others;
    return this.#refused + this.#stated > 0 && this.#isOver(now);
  }

  /** Whether one more call may begin, which then does. */
  admits(inFlight: number, place: InstancePlace, now: number): boolean {
    if (this.#isProven) return true;
    const isAdmitted = this.#isInPart(inFlight, place, now) || (inFlight === 0 && this.#mayGoOn(place, now));
    if (isAdmitted) this.#begunAt = now;
    return isAdmitted;
  }

  #isInPart(inFlight: number, place: InstancePlace, now: number): boolean {
    const { refused, stated } = this.#sum(now);
    const part = Math.min(partOf(place), Math.max(0, DOUBTED_CALLS - refused - stated));
    return inFlight + this.#spent < part;
  }

  /** Its part is used up: once it has heard what all others met since, and that stopped nothing, it goes on carefully. */
  #mayGoOn({ instances }: InstancePlace, now: number): boolean {
    return instances === 1 || now - this.#begunAt >= HEARD_MS;
  }

  /** For the other instances. */
  row(now: number): RefusalRow {
    const servedMs = this.#servedAt === null ? null : Math.round(now - this.#servedAt);
    if (now - this.#metAt > MET_LATELY_MS) return { refused: 0, stated: 0, servedMs };
    return { refused: this.#refused, stated: this.#stated, servedMs };
  }

  reset(): void {
    this.#refused = this.#stated = this.#spent = 0;
    this.#isProven = false;
    this.#doubtedAt = this.#servedAt = null;
    this.#others = [];
  }

  #isOver(now: number): boolean {
    if (this.#refused >= REFUSALS || this.#stated >= STATED) return true;
    const { refused, stated } = this.#sum(now);
    return this.#refused + refused >= REFUSALS || this.#stated + stated >= STATED;
  }

  /** What the others have met; nothing as long as one of them, or this one, is served. */
  #sum(now: number): { refused: number; stated: number } {
    const served = [this.row(now), ...this.#others].flatMap(({ servedMs }) => servedMs ?? []);
    if (served.some((ms) => ms < SERVED_LATELY_MS)) return { refused: 0, stated: 0 };
    const sum = (of: (row: RefusalRow) => number): number => this.#others.reduce((all, row) => all + of(row), 0);
    return { refused: sum((row) => row.refused), stated: sum((row) => row.stated) };
  }
}
