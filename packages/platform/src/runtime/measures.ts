import { answerWithin, PART_ANSWERS_MS } from './answer-within.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * What a metric is called (`numscope_*`, with its unit), what it says in plain words, and by what it is divided: never
 * by what has no end, as phones.
 */
export interface Measure<L extends string> {
  name: string;
  help: string;
  labelNames?: readonly L[];
}

/** Figures that are kept elsewhere as plain numbers, so that counting costs nothing, and are read at each scrape. */
type Read<L extends string> = () => Iterable<readonly [labels: Partial<Record<L, string>>, value: number]>;

/** A service that begins anew in the same process takes the place of the former one. */
const config = <L extends string>(registry: Registry, { name, help, labelNames = [] }: Measure<L>) => {
  registry.removeSingleMetric(name);
  return { name, help, labelNames, registers: [registry] };
};

export const counter = <L extends string>(registry: Registry, measure: Measure<L>): Counter<L> =>
  new Counter(config(registry, measure));

/** @param buckets upper bounds, ascending, in the unit of the name */
export const histogram = <L extends string>(registry: Registry, measure: Measure<L>, buckets: number[]): Histogram<L> =>
  new Histogram({ ...config(registry, measure), buckets });

export function readCounter<L extends string>(registry: Registry, measure: Measure<L>, read: Read<L>): Counter<L> {
  return new Counter({
    ...config(registry, measure),
    collect() {
      this.reset();
      for (const [labels, total] of read()) this.inc(labels, total);
    },
  });
}

/** @param read may ask, but not for long: a scrape waits for it. What it cannot tell in time is left out. */
export function readGauge<L extends string>(
  registry: Registry,
  measure: Measure<L>,
  read: () => ReturnType<Read<L>> | Promise<ReturnType<Read<L>>>,
): Gauge<L> {
  return new Gauge({
    ...config(registry, measure),
    async collect() {
      this.reset();
      try {
        for (const [labels, value] of await answerWithin(Promise.resolve(read()), PART_ANSWERS_MS))
          this.set(labels, value);
      } catch {
        // What does not answer must not keep the other figures back.
      }
    },
  });
}
