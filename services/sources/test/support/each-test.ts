import { afterEach } from '@jest/globals';
import { type FakeProvider, startProvider } from './fake-provider.ts';
import { type SourcesUnderTest, startSources, type UnderTestOptions } from './sources-under-test.ts';

export type Reply = Parameters<typeof startProvider>[0];

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

/** A provider until the test ends. */
export async function provide(reply: Reply): Promise<FakeProvider> {
  const provider = await startProvider(reply);
  open.push(provider);
  return provider;
}

/** A service until the test ends. */
export async function start(options: UnderTestOptions = {}): Promise<SourcesUnderTest> {
  const sources = await startSources(options);
  open.push(sources);
  return sources;
}
