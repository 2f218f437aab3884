import type { FastifyInstance } from 'fastify';

/** What one metric says: all its samples that have these labels, added up; undefined when there is none. */
export type Figures = (name: string, labels?: Readonly<Record<string, string>>) => number | undefined;

/** The figures of a Prometheus text. */
export function figuresOf(text: string): Figures {
  const samples = text
    .split('\n')
    .map((line) => /^(?<name>\w+)(?:\{(?<labels>.*)\})? (?<value>\S+)$/.exec(line)?.groups)
    .filter((groups) => groups !== undefined);
  return (name, labels = {}) => {
    const fitting = samples.filter(
      (sample) =>
        sample['name'] === name &&
        Object.entries(labels).every(([label, value]) => sample['labels']?.includes(`${label}="${value}"`)),
    );
    return fitting.length === 0 ? undefined : fitting.reduce((sum, { value }) => sum + Number(value), 0);
  };
}

/** What `/metrics` of a service says now. */
export const scrape = async (app: FastifyInstance): Promise<Figures> => figuresOf((await app.inject('/metrics')).body);
