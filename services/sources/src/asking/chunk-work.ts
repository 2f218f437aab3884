import type { EventData, Numbering, SourceWait } from '@numscope/contracts';
import type { IncomingEvent } from '@numscope/platform';
import type { Part } from '../domain/results/resolve-phone.ts';
import type { KnownAnswer } from '../store/source-store.port.ts';
import { type AskingContext, freshSince } from './context.ts';
import type { SourceRunner } from './source-runner.ts';

/** One number on its way through its sources. */
export interface Case {
  phone: string;
  numbering: Numbering | null;
  parts: Part[];
  /** Sources over their quota, and from when on they allow calls again. */
  waits: SourceWait[];
  left: number;
  /** Sources that need what others find; asked when those have answered. */
  waiting: SourceRunner[];
  /** It is on the do-not-look-up list. */
  isListed: boolean;
  /** A part was let go: the number is not resolved now. */
  isDropped: boolean;
}

/** Whether an answer spares a call: one that counts in this pass unless it failed and is asked again, or fresh enough. */
export function spares(
  { observation, samePass, sameRun }: KnownAnswer,
  source: string,
  { only }: EventData<'phone.requested'>,
): boolean {
  if (!samePass || observation.status !== 'FAILED') return true;
  return only === null ? sameRun : !only.includes(source);
}

export function partOf(known: KnownAnswer, trust: number): Part {
  const { observation, samePass } = known;
  const { source, status, at, message } = observation;
  return { source, status, at, cached: !samePass, message, observation: { ...observation, cached: !samePass, trust } };
}

/** What is common to all numbers of one request. */
export class ChunkWork {
  readonly context: AskingContext;
  readonly event: IncomingEvent<'phone.requested'>;
  /** Another source has answered, or will not: maybe the number has its result. */
  readonly settle: (target: Case) => void;
  readonly #signal: AbortSignal;

  constructor(
    context: AskingContext,
    event: IncomingEvent<'phone.requested'>,
    signal: AbortSignal,
    settle: (target: Case) => void,
  ) {
    this.context = context;
    this.event = event;
    this.#signal = signal;
    this.settle = settle;
  }

  /** It is broken off, and comes again. */
  get isBrokenOff(): boolean {
    return this.#signal.aborted;
  }

  /** Nobody wants the answers any more. */
  isDropped(phone: string): boolean {
    const { job, run } = this.event.data;
    return this.isBrokenOff || this.context.jobs.isDropped(job.id, run) || this.isErased(phone);
  }

  /** It was erased since it was asked for. */
  isErased(phone: string): boolean {
    return this.context.doNotLookUp.erased.isErased(phone, this.event.at);
  }

  /** Kept answers, by number and source. */
  async known(phones: string[], runners: Iterable<SourceRunner>): Promise<Map<string, KnownAnswer>> {
    const { store, kit } = this.context;
    const { job, run, reuseFresh, answeredIn: merged = [] } = this.event.data;
    const now = kit.clock.now();
    const sources = [...runners].map(({ name, config }) => ({
      source: name,
      freshSince: reuseFresh ? freshSince(config, now) : null,
    }));
    const answers = await store.known({ phones, job: job.number, pass: job.pass, run, merged, sources });
    return new Map(answers.map((answer) => [`${answer.observation.phone} ${answer.observation.source}`, answer]));
  }
}
