import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import type { AgreementCounts, StatisticsRange } from '@numscope/contracts';
import type { SourceVerdict } from '../../domain/source-verdicts.ts';
import { agreementCounts, DAY_MS, oldestHour } from '../agreement-counts.ts';

interface Change {
  source: string;
  span: string;
  at: number;
  country: string;
  agreed: number;
  contradicted: number;
}

/** Counts how sources stand in the profiles within one transaction, and writes each count once at its end. */
export class VerdictCounter {
  readonly #changes = new Map<string, Change>();

  /** @param sign 1 for a profile as it stands now, -1 for one as it stood */
  add(country: string, verdicts: readonly SourceVerdict[], sign: 1 | -1): void {
    for (const { source, at, agreed, contradicted } of verdicts) {
      for (const [span, moment] of [
        ['HOUR', at],
        ['DAY', Math.floor(at / DAY_MS) * DAY_MS],
      ] as const) {
        const key = JSON.stringify([source, span, moment, country]);
        const change = this.#changes.get(key) ?? { source, span, at: moment, country, agreed: 0, contradicted: 0 };
        if (agreed) change.agreed += sign;
        if (contradicted) change.contradicted += sign;
        this.#changes.set(key, change);
      }
    }
  }

  write(db: DatabaseSync, now: number): void {
    const oldest = oldestHour(now);
    const changes = [...this.#changes.values()].filter(
      ({ span, at, agreed, contradicted }) => (agreed || contradicted) && (span === 'DAY' || at >= oldest),
    );
    this.#changes.clear();
    if (changes.length === 0) return;
    const add = db.prepare(
      `INSERT INTO verdicts (source, span, at, country, agreed, contradicted) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (source, span, at, country) DO UPDATE SET agreed = agreed + excluded.agreed, contradicted = contradicted + excluded.contradicted`,
    );
    for (const { source, span, at, country, agreed, contradicted } of changes)
      add.run(source, span, at, country, agreed, contradicted);
    db.prepare("DELETE FROM verdicts WHERE span = 'HOUR' AND at < ?").run(oldest);
  }
}

/** How a source stands in the profiles, by country and by hour or day. */
export function readAgreement(db: DatabaseSync, source: string, { from, to, span }: StatisticsRange): AgreementCounts {
  const counts = (row: Readonly<Record<string, unknown>>) => ({
    agreed: column.number(row, 'agreed'),
    contradicted: column.number(row, 'contradicted'),
  });
  const rows = db
    .prepare('SELECT * FROM verdicts WHERE source = ? AND span = ? AND at >= ? AND at < ?')
    .all(source, span, from, to)
    .map((row) => ({ country: column.text(row, 'country'), at: column.number(row, 'at'), ...counts(row) }));
  const ever = db
    .prepare(
      `SELECT coalesce(sum(agreed), 0) AS agreed, coalesce(sum(contradicted), 0) AS contradicted FROM verdicts WHERE source = ? AND span = 'DAY'`,
    )
    .get(source);
  return agreementCounts(rows, counts(ever ?? {}));
}
