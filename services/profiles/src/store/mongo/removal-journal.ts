import { type Collection, type Connection, Journal } from '@numscope/adapters/mongo';
import { newId } from '@numscope/platform';
import type { IndexWork } from '../index-work.ts';
import type { documentStatistics } from './country-statistics.ts';
import type { Hold } from './index-work.ts';
import type { PhoneDocument } from './phone-documents.ts';
import type { ProfileStore } from '../profile-store.port.ts';
import { carryOutRemoval, type Removal } from './removals.ts';

interface Parts {
  documents: Collection<PhoneDocument>;
  reader: Pick<ProfileStore, 'known'>;
  statistics: Pick<ReturnType<typeof documentStatistics>, 'forget'>;
  dropVerdictsOf(phone: string): Promise<number>;
}

/**
 * What is to be told of batches, and the intents to remove profiles, which are carried out also when the process that
 * wrote them is gone.
 */
export class RemovalJournal {
  readonly journal: Journal<Removal>;
  readonly #parts: Parts;
  /** What came of the intents that somebody here waits for. */
  readonly #outcomes = new Map<string, IndexWork | null>();

  constructor(connection: Connection, parts: Parts) {
    this.#parts = parts;
    this.journal = new Journal<Removal>(connection, {
      collection: 'index_work',
      apply: (intent) => this.#carryOut(intent),
    });
  }

  readonly hold: Hold = (events, forAnybody) => this.journal.hold(events, forAnybody);

  /** Once written, the removal is carried out, now or by whoever finds it. @returns null where there was none, or another was first */
  async remove(asked: Pick<Removal, 'phone' | 'reason' | 'audit' | 'before'>): Promise<IndexWork | null> {
    const { phone } = asked;
    const known = await this.#parts.documents.findOne({ _id: phone }, { projection: { id: 1, found: 1 } });
    if (!known?.found) return null;
    const intent: Removal = { kind: 'removal', id: newId(), at: Date.now(), profileId: known.id ?? '', ...asked };
    this.#outcomes.set(intent.id, null);
    try {
      await this.journal.write(intent, null);
      return this.#outcomes.get(intent.id) ?? null;
    } finally {
      this.#outcomes.delete(intent.id);
    }
  }

  async #carryOut(intent: Removal): Promise<void> {
    const { documents, statistics } = this.#parts;
    const awaited = this.#outcomes.has(intent.id);
    const hold: Hold = (events) => this.journal.hold(events, !awaited);
    const work = await carryOutRemoval(documents, hold, intent);
    await this.#dropVerdicts(intent);
    statistics.forget();
    if (awaited) this.#outcomes.set(intent.id, work);
  }

  /** Keeps the verdicts of a number that came back meanwhile: they are of its present profile. */
  async #dropVerdicts({ phone }: Removal): Promise<void> {
    const { reader, dropVerdictsOf } = this.#parts;
    if ((await reader.known([phone])).length === 0) await dropVerdictsOf(phone);
  }
}
