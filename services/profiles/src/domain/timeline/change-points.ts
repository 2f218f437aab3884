import type { TimelineEntry } from '@numscope/contracts';
import { readName } from '../comparison/person-name.ts';
import { standsFor } from '../fold-names.ts';
import { type KeptObservation, timeOf } from '../observation.ts';
import { byPreference, type Found } from '../preference.ts';
import { type NameKey, type SaidValue, saidValues } from './said-values.ts';

type Said = ReadonlyMap<string, SaidValue>;

const nothing: Said = new Map();
const idOf = ({ field, key }: SaidValue): string => `${field}\n${key}`;

/** What happened once and does not go by its not being said. */
const lasting: ReadonlySet<string> = new Set(['line.ported', 'line.simSwappedAt']);

const inTime = (a: KeptObservation, b: KeptObservation): number =>
  timeOf(a) - timeOf(b) || a.at - b.at || (a.source < b.source ? -1 : a.source > b.source ? 1 : a.id < b.id ? -1 : 1);

interface Answer {
  observation: KeptObservation;
  found: Found | undefined;
}

/** An entry as it grows; in the order of their names its sources are put once, at the end: there may be thousands. */
type GrowingEntry = Omit<TimelineEntry, 'sources'> & { sources: Set<string> };

/** Who says which value at the moment, and what came of it so far. */
class Walk {
  readonly #entries: GrowingEntry[] = [];
  readonly #saidBy = new Map<string, Said>();
  readonly #sayers = new Map<string, Set<string>>();
  /** The entry by which a value came last, and in place of which other. */
  readonly #cameBy = new Map<string, { entry: GrowingEntry; former: string | null }>();

  readonly #nameKey: NameKey;

  constructor(nameKey: NameKey) {
    this.#nameKey = nameKey;
  }

  get entries(): TimelineEntry[] {
    return this.#entries.map(({ sources, ...entry }) => ({ ...entry, sources: [...sources].sort() }));
  }

  /** An answer, and what it found; one that failed is none. */
  take({ observation, found }: Answer): void {
    const { source } = observation;
    const now: Said = new Map((found ? saidValues(found, this.#nameKey) : []).map((value) => [idOf(value), value]));
    const before = this.#saidBy.get(source) ?? nothing;
    this.#saidBy.set(source, now);
    const gone = [...before.values()].filter((value) => !now.has(idOf(value)) && !lasting.has(value.field));
    const came = [...now.values()].filter((value) => !before.has(idOf(value)));
    for (const value of came) {
      const former = value.isOnly ? gone.find(({ field }) => field === value.field) : undefined;
      this.#came(observation, value, former ?? null);
    }
    for (const value of gone) {
      const isReplaced = value.isOnly && came.some(({ field }) => field === value.field);
      const isLast = this.#leave(source, value);
      if (isLast && !isReplaced) this.#add(observation, value, value.value, null, observation.observedAt ?? null);
    }
  }

  #came(observation: KeptObservation, value: SaidValue, former: SaidValue | null): void {
    const id = idOf(value);
    const sayers = this.#sayers.getOrInsertComputed(id, () => new Set());
    const isNew = sayers.size === 0;
    sayers.add(observation.source);
    const known = this.#cameBy.get(id);
    const isLastOfFormer = former !== null && this.#sayers.get(idOf(former))?.size === 1;
    const formerId = former && idOf(former);
    if (known && !isNew && (known.former === formerId || !isLastOfFormer)) {
      known.entry.sources.add(observation.source);
      return;
    }
    const entry = this.#add(observation, value, former?.value ?? null, value.value, value.observedAt);
    this.#cameBy.set(id, { entry, former: formerId });
  }

  /** @returns whether nobody says it any more */
  #leave(source: string, value: SaidValue): boolean {
    const sayers = this.#sayers.get(idOf(value));
    sayers?.delete(source);
    return sayers?.size === 0;
  }

  #add(
    { at, source }: KeptObservation,
    { kind, field }: SaidValue,
    from: unknown,
    to: unknown,
    observedAt: number | null,
  ): GrowingEntry {
    const entry = { at, observedAt, kind, field, from, to, sources: new Set([source]) };
    this.#entries.push(entry);
    return entry;
  }
}

/**
 * Each value that came, changed or went, with those who say so: it comes with the first source that says it, and goes
 * with the last one that no longer does. A failure takes nothing back. The order of the observations makes no
 * difference.
 */
export function changePoints(observations: readonly KeptObservation[]): TimelineEntry[] {
  const answers = observations
    .filter(({ status }) => status !== 'FAILED')
    .sort(inTime)
    .map((observation): Answer => ({ observation, found: byPreference([observation])[0] }));
  const names = answers.flatMap(({ found }) => found?.fields.names ?? []);
  const walk = new Walk(standsFor(names.map(({ name }) => readName(name))));
  for (const answer of answers) walk.take(answer);
  return walk.entries;
}
