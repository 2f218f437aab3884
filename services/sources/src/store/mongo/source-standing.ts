import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { KeptStop } from '../../domain/health/source-stop.ts';
import type { PauseDocument } from './shared-records.ts';
import type { ToldState } from '../source-store.port.ts';
import { laterChange, upsertLater } from './later.ts';

/** How one source stands by the events that told of it. */
export interface ToldDocument extends Omit<ToldState, 'source'> {
  _id: string;
  change: string;
}

/** An order about one source, or what the events tell of it; ids of changes grow with time. */
export type StandingChange =
  | ({ kind: 'told'; change: string } & ToldState)
  | { kind: 'pause'; source: string; by: string | null; why?: string | null; at: number; change: string };

/** Which sources are stopped, and how each stands by the events that told of it. */
export class StandingDocuments {
  readonly #paused: Collection<PauseDocument>;
  readonly #told: Collection<ToldDocument>;

  constructor(connection: Connection) {
    this.#paused = connection.collection<PauseDocument>('paused');
    this.#told = connection.collection<ToldDocument>('told_states');
  }

  async stops(): Promise<KeptStop[]> {
    return (await this.#paused.find().toArray()).flatMap(({ _id, by, why = null }) =>
      by === null ? [] : { source: _id, by, why },
    );
  }

  async toldStates(): Promise<ToldState[]> {
    return (await this.#told.find().toArray()).map(({ _id: source, state, at }) => ({ source, state, at }));
  }

  /** The id of a change after the last one of what is told of a source, or of what was ordered of it. */
  async nextChange(kind: StandingChange['kind'], source: string): Promise<string> {
    const known = kind === 'told' ? this.#told.findOne({ _id: source }) : this.#paused.findOne({ _id: source });
    return laterChange((await known)?.change);
  }

  apply(change: StandingChange): Promise<void> {
    return change.kind === 'told' ? this.#tell(change) : this.#pause(change);
  }

  /** What was told before the last is over. */
  async #tell({ source, state, at, change }: StandingChange & { kind: 'told' }): Promise<void> {
    await upsertLater(this.#told, { _id: source, change: { $lt: change } }, { $set: { state, at, change } });
  }

  /** What was ordered before the last order is over. */
  async #pause({ source, by, why = null, at, change }: StandingChange & { kind: 'pause' }): Promise<void> {
    await upsertLater(this.#paused, { _id: source, change: { $lt: change } }, { $set: { by, why, at, change } });
  }
}
