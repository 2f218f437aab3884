import { boundSourceStates } from '@numscope/contracts/lists';
import { histogram, readCounter, readGauge, type ServiceKit } from '@numscope/platform';
import type { SourceRunner } from './source-runner.ts';

const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Where the times of calls go, in milliseconds; each source's name is looked up once. */
export function callTimes({ metrics }: Pick<ServiceKit, 'metrics'>): (source: string) => (ms: number) => void {
  const seconds = histogram(
    metrics.registry,
    {
      name: 'numscope_source_call_seconds',
      help: 'Time of one call to a source, which may ask for several numbers',
      labelNames: ['source'],
    },
    CALL_SECONDS,
  );
  return (source) => {
    const ofSource = seconds.labels(source);
    return (ms) => ofSource.observe(ms / 1000);
  };
}

/** Shows at each scrape how every source stands with this instance. */
export function measureSources(
  { metrics, clock }: Pick<ServiceKit, 'metrics' | 'clock'>,
  runners: ReadonlyMap<string, SourceRunner>,
): void {
  const { registry } = metrics;
  const all = <T>(read: (runner: SourceRunner) => T[]): T[] => [...runners.values()].flatMap(read);

  readGauge(
    registry,
    {
      name: 'numscope_source_state',
      help: 'How a source stands: 1 for the state it is in, 0 for the others. Its breaker is OPEN while it is not well, HALF_OPEN while it is tried again',
      labelNames: ['source', 'state'],
    },
    () =>
      all(({ name, admission: { state } }) =>
        boundSourceStates.map((one) => [{ source: name, state: one }, one === state ? 1 : 0] as const),
      ),
  );
  readGauge(
    registry,
    { name: 'numscope_source_queue_length', help: 'Numbers that wait to be asked of a source', labelNames: ['source'] },
    () => all(({ name, pump }) => [[{ source: name }, pump.queued] as const]),
  );
  readGauge(
    registry,
    { name: 'numscope_source_calls_in_flight', help: 'Calls to a source that are under way', labelNames: ['source'] },
    () => all(({ name, pump }) => [[{ source: name }, pump.inFlight] as const]),
  );
  readGauge(
    registry,
    {
      name: 'numscope_source_quota_left_calls',
      help: 'Calls to a source that the day still allows; none for one without limit',
      labelNames: ['source'],
    },
    () =>
      all(({ name, quota }) => {
        const left = quota.left(clock.now());
        return left === null ? [] : [[{ source: name }, left] as const];
      }),
  );
  readCounter(
    registry,
    {
      name: 'numscope_source_cost_total',
      help: "What the answers of a source cost, in the installation's currency",
      labelNames: ['source'],
    },
    () => all(({ name, metrics }) => [[{ source: name }, metrics.spent] as const]),
  );
  readCounter(
    registry,
    {
      name: 'numscope_source_answers_total',
      help: 'Answers of a source about one number each, by outcome',
      labelNames: ['source', 'outcome'],
    },
    () =>
      all(({ name, metrics }) =>
        Object.entries(metrics.answers).map(([outcome, total]) => [{ source: name, outcome }, total] as const),
      ),
  );
}
