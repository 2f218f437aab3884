import { createServer } from 'node:http';
import { listenLocally } from '@numscope/testing/local-server';

/** A provider that knows every number, and remembers when it was asked for which, by the clock of the product. */
export interface QuotaProvider {
  url: string;
  seen: Array<{ phone: string; at: number }>;
  /** Calls of each minute in which there were any, in their order. */
  minutes(): number[];
  close(): Promise<void>;
}

export async function startQuotaProvider(now: () => number): Promise<QuotaProvider> {
  const seen: QuotaProvider['seen'] = [];
  const server = createServer((request, response) => {
    const phone = request.url?.split('/').at(-1) ?? '';
    seen.push({ phone, at: now() });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ names: [{ name: `Person ${phone}`, type: 'OK' }] }));
  });
  return {
    ...(await listenLocally(server)),
    seen,
    minutes: () => [...Map.groupBy(seen, ({ at }) => Math.floor(at / 60_000)).values()].map(({ length }) => length),
  };
}

/** A sources file that binds OFFICE to such a provider. */
export const quotaSources = (url: string, perMinute: number): string => `
sources:
  OFFICE:
    connector: http
    request: { url: "${url}/numbers/{phone}" }
    limits: { perMinute: ${perMinute}, concurrency: 4 }
    freshForDays: 0
`;
