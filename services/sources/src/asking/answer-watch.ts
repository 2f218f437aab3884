import { type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import type { CallLimits } from './call-limits.ts';
import { MAPPING_MESSAGE, MappingWatch } from '../domain/health/mapping-watch.ts';
import { type CallSign, type RefusalRow, RefusalWatch, signOf } from '../domain/health/refusal-watch.ts';
import type { SourceStop } from '../domain/health/source-stop.ts';

/** Watches what one source answers, and says when it is to be stopped for it, before it costs more. */
export class AnswerWatch {
  readonly #stop: (stop: Omit<SourceStop, 'by'>) => void;
  readonly #refusals = new RefusalWatch();
  readonly #mapping = new MappingWatch();
  readonly #met = new WeakSet<SourceFault>();
  /** How it refused last; null where it served us since. */
  #refusal: SourceFault | null = null;

  /** @param stop may be told again of a source that is stopped already */
  constructor(stop: (stop: Omit<SourceStop, 'by'>) => void) {
    this.#stop = stop;
  }

  /** What came of a call. @param begun when it began, in milliseconds of the steady clock */
  note(answers: readonly SourceAnswer[], fault: SourceFault | null, begun: number): void {
    if (fault) return this.#noteFault(fault, begun);
    for (const answer of answers) {
      const kept = this.#mapping.note(answer);
      if (kept !== null) this.#stop({ state: 'PAUSED', cause: MAPPING_MESSAGE, kind: 'MAPPING', answer: kept });
    }
    const failed = answers.find(({ status }) => status === 'FAILED');
    if (!failed || answers.some(({ status }) => status !== 'FAILED')) return this.#noteSign('SERVED', null, begun);
    const kind = failed.kind ?? 'PROVIDER';
    const said = new SourceFault(failed.message ?? '', { kind, isStated: failed.isStated ?? false });
    this.#noteSign(signOf(said), said, begun);
  }

  /** What the other instances met of it in a row. */
  hear(others: readonly RefusalRow[]): void {
    if (this.#refusals.hear(others, performance.now())) this.#stopRefused();
  }

  /** What was met of it in a row here. */
  get row(): RefusalRow {
    return this.#refusals.row(performance.now());
  }

  /** Whether one call more may be under way than `inFlight`. */
  admits(inFlight: number, limits: CallLimits): boolean {
    return this.#refusals.admits(inFlight, limits, performance.now());
  }

  /** Begins to count anew. */
  reset(): void {
    this.#refusals.reset();
    this.#mapping.reset();
  }

  /** One that several calls met at once, as they waited for the same token, tells no more than if one had. */
  #noteFault(fault: SourceFault, begun: number): void {
    if (this.#met.has(fault)) return;
    this.#met.add(fault);
    this.#noteSign(signOf(fault), fault, begun);
  }

  #noteSign(sign: CallSign, fault: SourceFault | null, begun: number): void {
    if (sign !== 'NEITHER') this.#refusal = fault;
    if (this.#refusals.note(sign, begun, performance.now())) this.#stopRefused();
  }

  #stopRefused(): void {
    const { message = null, kind = null } = this.#refusal ?? {};
    this.#stop({ state: 'REFUSED', cause: message, kind, answer: null });
  }
}
