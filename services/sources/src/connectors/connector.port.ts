import type { AnswerStatus, FaultKind, SourceFields } from '@numscope/contracts';
import { canBeKept } from '../domain/json/json-size.ts';
import type { AskedNumber } from '../domain/template.ts';

/** What a source said about one number. */
export interface SourceAnswer {
  status: AnswerStatus;
  message?: string;
  /** When it was so, where the source tells it; values may have times of their own. */
  observedAt?: number | null;
  /** What kind of trouble it is, where it failed. */
  kind?: FaultKind;
  /** The provider says in words that it failed, as told by `failed`. */
  isStated?: boolean;
  /** It has a body, which nobody calls 'nothing', but the mapping finds no value in it. */
  isUnmapped?: boolean;
  /** Sanitised; `photos` are references that `fetchPhoto` of the same connector understands. */
  fields: SourceFields | null;
  /** The untouched answer as JSON text. */
  raw?: string;
  /** What it cost, where the provider tells it; see `asksOnce`. */
  cost?: number;
  /** Photos that could not be had now and are tried again in `pauseMs`; `lost` of the `total` never. */
  duePhotos?: { references: string[]; total: number; lost: number; pauseMs: number };
  /** What was handed in for it, which ends when this answer is kept. */
  submission?: string;
}

export interface Picture {
  content: Uint8Array;
  contentType: string;
}

/**
 * Whoever tries a source sees by this what a call is made of. What is made of secrets (tokens, encoded passwords) is
 * masked already; the secrets themselves are the watcher's to mask.
 */
export interface CallWatcher {
  sent(request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string | null }): void;
  received(answer: { status: number; headers: Readonly<Record<string, unknown>>; text: string }): void;
  /** What an expression of `answer` gave, by its name: `notFound`, `map.emails`. Its secrets are masked already. */
  evaluated(expression: string, value: unknown): void;
}

export interface AskOptions {
  account: string;
  watcher?: CallWatcher;
  /** Whether anybody still waits for the answer, where that may take long. */
  isWanted?: () => boolean;
  /** Resolves when one more request may be made for it than the first; rejects when none may. */
  further?: (account: string) => Promise<void>;
  /**
   * Where answers are kept: which of the numbers lack one still, as another instance may have answered them since they
   * were looked up. What is told of the others is not heard.
   */
  unanswered?: (numbers: readonly AskedNumber[]) => Promise<readonly AskedNumber[]>;
  /**
   * Told, before a fault, of answers that came all the same, by number: they are paid, and others of the call are to be
   * asked for again.
   */
  answered?: (answers: ReadonlyMap<string, SourceAnswer>) => void;
  /** Told what was paid, beside what a fault tells, for answers that do not come: their numbers are asked for anew. */
  paidInVain?: (cost: number) => void;
  /** Told of each fault that some numbers of the call alone have as their answer. */
  failed?: (fault: SourceFault) => void;
  /** Told before the answers when nobody was called for them: others had answered all of the numbers meanwhile. */
  spared?: () => void;
}

export interface PhotoOptions {
  /** The account whose answer refers to the photo. */
  account: string | null;
}

/** One way of asking. Holds its own connections. */
export interface Connector {
  /** Most numbers of one call. */
  readonly batchSize: number;
  /**
   * Calls that it can make at once, where that may be fewer than its source allows: what waits for its turn within it
   * would lose the time that it has. Left out: any number.
   */
  readonly mostAtOnce?: number;
  /**
   * It asks for a number once, however often that stands in a call: what an answer costs is then the price of its number,
   * for all who ask for it. Left out: each stands for itself.
   */
  readonly asksOnce?: boolean;
  /** What is wrong with it although it answers; null or left out: nothing. `at` in milliseconds. */
  readonly trouble?: { at: number; message: string } | null;
  /** Makes ready what answers come from; called once, before the first `ask`. */
  start(): Promise<void>;
  /**
   * Asks about up to `batchSize` numbers in one call; the answers stand in the order of the numbers. The time limit of
   * its source is that of each request: a call of several, and the reading of a long answer, may take longer.
   * @throws SourceFault when the call as a whole failed
   */
  ask(numbers: readonly AskedNumber[], options: AskOptions): Promise<SourceAnswer[]>;
  /** Within the time limit of its source, from when its turn came. @throws SourceFault */
  fetchPhoto(reference: string, options: PhotoOptions): Promise<Picture>;
  close(): Promise<void>;
}

export interface SourceFaultOptions {
  /** What kind of trouble it is, where it is known; else the provider's. */
  kind?: FaultKind;
  /** Whether asking again can help. */
  retry?: boolean;
  /** Whether it tells that the source as a whole is not well, so that its breaker counts it. */
  unwell?: boolean;
  /** The source asked not to be asked for this long. */
  holdMs?: number;
  /** The source says that it is asked too often: everybody waits, and it counts as no try. */
  isTooOften?: boolean;
  /** The provider says in words that it failed, as told by `failed`. */
  isStated?: boolean;
  /** It answered, but that was more than is read here, or ambiguous: it tells nothing of what was asked. */
  isUnread?: boolean;
  /** What was answered, as JSON text; more than can be kept is left out. */
  raw?: string;
  /** What the call cost all the same, where the provider tells it. */
  cost?: number | null;
  /** What was handed in for it, which ends with this. */
  submission?: string;
}

/** A call that brought no answers. The message is shown to people: it never holds an address or a secret. */
export class SourceFault extends Error {
  readonly kind: FaultKind;
  readonly retry: boolean;
  readonly unwell: boolean;
  readonly holdMs: number | null;
  readonly isTooOften: boolean;
  readonly isStated: boolean;
  readonly isUnread: boolean;
  readonly raw: string | undefined;
  readonly cost: number | null;
  readonly submission: string | undefined;
  readonly #options: SourceFaultOptions;

  constructor(message: string, options: SourceFaultOptions = {}) {
    super(message);
    this.name = 'SourceFault';
    this.#options = options;
    this.kind = options.kind ?? 'PROVIDER';
    this.retry = options.retry ?? false;
    this.unwell = options.unwell ?? false;
    this.holdMs = options.holdMs ?? null;
    this.isTooOften = options.isTooOften ?? false;
    this.isStated = options.isStated ?? false;
    this.isUnread = options.isUnread ?? false;
    this.raw = options.raw !== undefined && canBeKept(options.raw) ? options.raw : undefined;
    this.cost = options.cost ?? null;
    this.submission = options.submission;
  }

  /** The same fault of a call that cost so much; null: nobody tells. */
  withCost(cost: number | null): SourceFault {
    return new SourceFault(this.message, { ...this.#options, cost });
  }

  /** Whether a call failed on its way alone: what was handed in before is with the provider all the same. */
  get isLost(): boolean {
    return (this.kind === 'NETWORK' || this.unwell) && !this.isStated;
  }

  /** The same as the answer to one number. */
  get answer(): SourceAnswer {
    const { message, kind, isStated, raw, submission } = this;
    return {
      status: 'FAILED',
      fields: null,
      message,
      kind,
      ...(isStated ? { isStated } : {}),
      ...(raw === undefined ? {} : { raw }),
      ...(submission === undefined ? {} : { submission }),
    };
  }
}
