import { expect, test } from '@jest/globals';
import type { Connector } from '../src/connectors/connector.port.ts';
import { bindSources } from '../src/config/load-sources-file.ts';
import { tryCall } from '../src/workbench/trial.ts';

const BODY = 64 * 1024;
const number = { e164: '+998901234567', phone: '998901234567', national: '901234567', country: 'UZ' };

const tried = async (exchanges: number, text: (index: number) => string) => {
  const connector: Connector = {
    batchSize: 1,
    start: async () => undefined,
    async ask(_numbers, { watcher }) {
      for (let index = 0; index < exchanges; index++) {
        watcher?.sent({ method: 'GET', url: `https://api.example/${index}`, headers: {}, body: null });
        watcher?.received({ status: 200, headers: {}, text: text(index) });
      }
      return [{ status: 'NOT_FOUND', fields: null }];
    },
    fetchPhoto: () => Promise.reject(new Error('none')),
    close: async () => undefined,
  };
  const yaml = 'sources: { X: { connector: http, request: { url: "https://api.example/{phone}" } } }';
  const [bound] = bindSources(yaml, { name: 'x', folder: '.', sandbox: false, env: {} }).asked;
  if (!bound) throw new Error('not bound');
  return tryCall({ source: 'X', config: bound.config, connector, number, secrets: ['sesame-open'] });
};

test('of many exchanges the first are shown, each with its own answer', async () => {
  const { exchanges } = await tried(60, String);
  expect(exchanges).toHaveLength(50);
  expect(exchanges.map(({ request, answer }) => [request.url, answer?.body])).toEqual(
    Array.from({ length: 50 }, (_none, index) => [`https://api.example/${index}`, String(index)]),
  );
});

test('a secret across the end of what is shown is masked as a whole', async () => {
  const { exchanges } = await tried(1, () => `${'x'.repeat(BODY - 6)}sesame-open and more`);
  expect(exchanges[0]?.answer?.isCut).toBe(true);
  expect(exchanges[0]?.answer?.body).toMatch(/x\*\*\*/);
  expect(exchanges[0]?.answer?.body).not.toContain('sesame');
});
