import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { AskingCounts, StatisticsRange } from '@numscope/contracts';
import {
  askingCounts,
  countNames,
  type CountRow,
  countRows,
  oldestKept,
  type ReusedCount,
  TIDIED_EVERY_MS,
} from '../../domain/health/asking-counts.ts';
import type { Commit } from '../source-store.port.ts';
import { upsertLater } from './later.ts';

/** What one instance counted for a source and country in an hour or a day; other instances have others. */
export interface StatisticDocument extends CountRow {
  _id: string;
  /** The last commit that is counted. */
  commit: number;
}

interface RequestDocument {
  _id: string;
  at: number;
  /** The instance and commit that counted it. */
  by: string;
}

/** Ids begin with source, span and moment, so that a range of them is read by their index. */
const prefix = (source: string, span: string, at: number): string =>
  `${source} ${span} ${String(at).padStart(15, '0')}`;
export const statisticId = ({ source, span, at, country }: CountRow, instance: string): string =>
  `${prefix(source, span, at)} ${country} ${instance}`;

/** What each source was asked. Counting the same commit again changes nothing. */
export class StatisticDocuments {
  readonly #documents: Collection<StatisticDocument>;
  readonly #requests: Collection<RequestDocument>;
  #tidied = 0;

  constructor(connection: Connection) {
    this.#documents = connection.collection<StatisticDocument>('statistics');
    this.#requests = connection.collection<RequestDocument>('counted_requests');
  }

  /** The indexes by which what is too old is found. */
  async declareIndexes(): Promise<void> {
    await this.#documents.createIndexes([{ key: { span: 1, at: 1 }, name: 'age' }]);
    await this.#requests.createIndexes([{ key: { at: 1 }, name: 'at' }]);
  }

  async count(
    { observations, reused, lost }: Pick<Commit, 'observations' | 'reused' | 'lost'>,
    { instance, commit }: { instance: string; commit: number },
  ): Promise<void> {
    const first: ReusedCount[] = [];
    for (const one of reused) if (await this.#isFirst(one, `${instance} ${commit}`)) first.push(one);
    for (const row of countRows(observations, first, lost)) {
      const { source, span, at, country } = row;
      const $inc = Object.fromEntries(countNames.map((name) => [name, row[name]]));
      const _id = statisticId(row, instance);
      await upsertLater(
        this.#documents,
        { _id, commit: { $lt: commit } },
        { $inc, $set: { commit, source, span, at, country } },
      );
    }
    const newest = Math.max(...[observations, reused, lost].map(([earliest]) => earliest?.at ?? 0));
    if (newest > this.#tidied + TIDIED_EVERY_MS) await this.#tidy(newest);
  }

  async of(source: string, { from, to, span }: StatisticsRange): Promise<Omit<AskingCounts, 'known' | 'photos'>> {
    const between = (start: number, end: number, which: string) =>
      this.#documents.find({ _id: { $gte: prefix(source, which, start), $lt: prefix(source, which, end) } }).toArray();
    const [rows, ever] = await Promise.all([between(from, to, span), between(0, Number.MAX_SAFE_INTEGER / 10, 'DAY')]);
    return askingCounts(rows, ever);
  }

  /** One of two that count the same request at once counts; a repeat of its own commit does again. */
  async #isFirst({ request, at }: ReusedCount, by: string): Promise<boolean> {
    await upsertLater(this.#requests, { _id: request }, { $setOnInsert: { at, by } });
    return (await this.#requests.findOne({ _id: request }))?.by === by;
  }

  async #tidy(now: number): Promise<void> {
    this.#tidied = now;
    const { hour, request } = oldestKept(now);
    await this.#documents.deleteMany({ span: 'HOUR', at: { $lt: hour } });
    await this.#requests.deleteMany({ at: { $lt: request } });
  }
}
