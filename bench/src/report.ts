/** One row of the results: what was measured beside what, and whether the product's bar is reached. */
export interface Row {
  work: string;
  floor: string;
  product: string;
  bar: string;
  reached: boolean;
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/**
 * Which part of its floor the product reached in the middle of rounds in which the two took turns: told of each round,
 * because the machine's speed swings more between rounds than within one.
 */
export const middleShare = (products: readonly number[], floors: readonly number[]): number =>
  percentile(
    floors.map((floor, round) => (products[round] ?? 0) / floor),
    0.5,
  );

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const seconds = (value: number): string => `${(value / 1000).toFixed(2)} s`;
export const rate = (count: number, milliseconds: number): number => Math.round(count / (milliseconds / 1000));

/** The rows as a Markdown page. */
export function page(rows: readonly Row[], facts: readonly string[]): string {
  return [
    '# Results of the benchmarks',
    '',
    'Each row ran beside its floor (a bare script that does only that) in the same run, because the speed of a machine swings. Made by `npm run bench`.',
    '',
    ...facts.map((fact) => `- ${fact}`),
    '',
    '| work | floor | product | bar | reached |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) => `| ${row.work} | ${row.floor} | ${row.product} | ${row.bar} | ${row.reached ? 'yes' : '**no**'} |`,
    ),
    '',
  ].join('\n');
}
