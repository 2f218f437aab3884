import { expect, it } from '@jest/globals';
import { serviceNames } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { startProduct } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const PHONES = scaled(3000, 20_000);
const ANSWER_MS = 200;
const CONCURRENCY = 16;
/** What is not measured: it shares the machine with what is. */
const single = Object.fromEntries(['gateway', ...serviceNames].map((name) => [name, 1]));

/** Answers a second in the middle of a job: between a fifth and four fifths of its phones, so that its beginning and end do not count. */
async function rateWith(instances: number): Promise<number> {
  const provider = await startFakeProvider(ANSWER_MS);
  const product = await startProduct({
    sources: providerSources(provider.url, { concurrency: CONCURRENCY }),
    scale: { ...single, sources: instances },
  });
  try {
    const api = await Api.login(product.url);
    const { number } = await api.upload([phonesFile(PHONES)], { name: `By ${instances}` });
    await jobIs(api, number, 'DONE', 900_000);
    const times = provider.answeredAt.toSorted((a, b) => a - b);
    const from = Math.floor(times.length / 5);
    const to = Math.floor((times.length * 4) / 5);
    return ((to - from) * 1000) / ((times[to] ?? 0) - (times[from] ?? 0));
  } finally {
    await product.discard();
    await provider.close();
  }
}

it('does at least 1.7 times the work with two instances of sources when the answers of the source are the limit', async () => {
  const one = await rateWith(1);
  const two = await rateWith(2);
  process.stdout.write(
    `scaling: ${Math.round(one)} answers/s by one instance of sources, ${Math.round(two)} by two: ${(two / one).toFixed(2)} times\n`,
  );
  expect(two / one).toBeGreaterThanOrEqual(1.7);
});
