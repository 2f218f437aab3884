import type { SourceInfo, SourceState } from '@numscope/contracts';
import { outgoing, type OutgoingEvent, reasonOf, Rounds } from '@numscope/platform';
import { notConfigured, presentSource, sourceNames, stateOf } from '../presenters/source-info.ts';
import type { AskingContext } from './context.ts';

const LOOK_MS = 1000;

/**
 * Tells the bus when a source stands otherwise than it told last, also of what changed while nobody was there to tell. Of
 * several instances one tells, which hears from the others how sources stand with them.
 */
export class StatePublisher {
  readonly #context: AskingContext;
  readonly #wakeRelay: () => void;
  readonly #rounds: Rounds;
  /** As the records have it; null: not known to this instance, or another one tells. */
  #told: Map<string, SourceState> | null = null;

  constructor(context: AskingContext, wakeRelay: () => void) {
    this.#context = context;
    this.#wakeRelay = wakeRelay;
    this.#rounds = new Rounds(async () => {
      await this.#look().catch((error: unknown) => {
        this.#told = null;
        context.kit.log.warn({ reason: reasonOf(error) }, 'how sources stand could not be told');
      });
      return LOOK_MS;
    });
  }

  start(): void {
    this.#rounds.wake();
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  async #look(): Promise<void> {
    const { peers, store } = this.#context;
    if (peers && !peers.isEldest) {
      this.#told = null;
      return;
    }
    const told = (this.#told ??= new Map((await store.toldStates()).map(({ source, state }) => [source, state])));
    for (const name of sourceNames(this.#context).union(told)) {
      const state = stateOf(name, this.#context) ?? 'NOT_CONFIGURED';
      const from = told.get(name) ?? (state === 'NOT_CONFIGURED' ? 'NOT_CONFIGURED' : null);
      // A breaker that tries again may be open again in a moment.
      if (state === from || state === 'HALF_OPEN') continue;
      // Null: it went from the file.
      await this.#tell(presentSource(name, this.#context) ?? notConfigured(name), from);
      told.set(name, state);
    }
  }

  async #tell(standing: SourceInfo, from: SourceState | null): Promise<void> {
    const { store, kit } = this.#context;
    const at = kit.clock.now();
    const { name: source, state } = standing;
    await store.tellState({ source, state, at }, [stateEvent(standing, from, at)]);
    this.#wakeRelay();
  }
}

function stateEvent(standing: SourceInfo, from: SourceState | null, at: number): OutgoingEvent {
  const { name, state, pausedBy, cause, lastError } = standing;
  const fault = state === 'OPEN' || state === 'REFUSED' ? (lastError?.kind ?? null) : null;
  return outgoing('source.state', name, { name, state, from, fault, cause, pausedBy, at });
}
