import { createServer } from 'node:http';
import { listenLocally } from '@numscope/testing/local-server';
import { phoneAt } from './phones.ts';

export const CHANGED = phoneAt(1);
export const UNDATED = phoneAt(2);

/** What five sources say of a number that changed hands, and when it was so. */
const said = {
  alpha: { seen: '2015', name: 'Anvar Karimov', mail: 'anvar@mail.example' },
  bravo: { seen: '30.06.2017', name: 'Каримов Анвар', mail: null },
  charlie: { seen: '2021-02-01', name: 'Malika Yusupova', mail: 'malika@mail.example' },
  delta: { seen: 1_660_000_000, name: 'Юсупова Малика', mail: null },
  echo: { seen: '2024-05-05T10:00:00Z', name: 'MALIKA YUSUPOVA', mail: 'malika@mail.example' },
};
const isSource = (name: string): name is keyof typeof said => Object.hasOwn(said, name);

/** Between these times it changed hands. */
export const GAP = { from: Date.UTC(2017, 5, 30), to: Date.UTC(2021, 1, 1) };

/** Five sources that answer so of `CHANGED`, and the same without times of `UNDATED`; and the sources file for them. */
export async function startHistory(): Promise<{ sources: string; close: () => Promise<void> }> {
  const provider = createServer((request, response) => {
    const [, name = '', phone = ''] = (request.url ?? '').split('/');
    const answer = isSource(name) ? said[name] : {};
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(phone === UNDATED ? { ...answer, seen: null } : answer));
  });
  const { url, close } = await listenLocally(provider);
  const source = (name: string): string => `
  ${name.toUpperCase()}:
    connector: http
    request: { url: "${url}/${name}/{phone}" }
    answer: { observedAt: seen, map: { names: name, emails: mail } }`;
  return { sources: `sources:${Object.keys(said).map(source).join('')}\n`, close };
}
