import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider, json } from './support/fake-provider.ts';
import { officeYaml, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

let provider: FakeProvider | undefined;

const [first = '', second = ''] = phones(2);

async function startOffice(): Promise<SourcesUnderTest> {
  provider = await provide((_call, response) => json(response, { names: [{ name: 'Anvar', type: 'OK' }] }));
  return start({ yaml: officeYaml(provider.url) });
}
const erase = async ({ internal }: SourcesUnderTest, phone: string): Promise<unknown> =>
  (await internal.call(calls.eraseFromSources, { body: { phone } })).json();
const kept = async ({ internal }: SourcesUnderTest, phone: string): Promise<unknown> =>
  (await internal.call(calls.observationsAsIs, { query: { phone } })).json();

describe('a number that is erased', () => {
  it('takes along all that sources said of it, and of nobody else', async () => {
    const service = await startOffice();
    await service.lookUp([first, second]);
    expect(await erase(service, first)).toEqual({ removed: { observations: 1, submissions: 0 } });
    expect(await kept(service, first)).toEqual([]);
    expect(await kept(service, second)).toHaveLength(1);
    expect(await erase(service, first)).toEqual({ removed: { observations: 0, submissions: 0 } });
  });

  it('is asked about again by who asks later, never by a request of before', async () => {
    const service = await startOffice();
    await erase(service, first);
    const before = provider?.seen.length ?? 0;
    const [found] = await service.lookUp([first]);
    expect(found?.status).toBe('FOUND');
    expect(provider?.seen.length).toBeGreaterThan(before);
  });
});

it('keeps no answer that was on its way when the number was erased', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let began = (): void => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  provider = await provide((_call, response) => {
    began();
    void held.then(() => json(response, { names: [{ name: 'Anvar', type: 'OK' }] }));
  });
  const service = await start({ yaml: officeYaml(provider.url, ['cost: 0.5']) });
  await service.send([first]);
  await begun;
  service.kit.clock.advance(1);
  await erase(service, first);
  release();
  await service.kit.bus.settled();
  expect(await kept(service, first)).toEqual([]);
  expect(service.resolved()).toEqual([]);
  // It was paid all the same.
  const { ever } = await service.store().statistics('OFFICE', { from: 0, to: Date.now() * 2, span: 'DAY' });
  expect(ever).toMatchObject({ asked: 0, cost: 0.5 });
});
