import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listenLocally } from '@numscope/testing/local-server';
import { boundNumbers } from './number-ranges.ts';
import { phoneAt } from './phones.ts';
import { seeded } from './seeded.ts';

const FROM = boundNumbers('changing hands', 3);
export const CHANGED = phoneAt(FROM + 1);
export const UNDATED = phoneAt(FROM + 2);

/** What five sources say of a number that changed hands, and when it was so. */
const said = {
  alpha: { seen: '2015', name: 'Anvar Karimov', mail: 'anvar@mail.example' },
  bravo: { seen: '30.06.2017', name: 'Каримов Анвар', mail: null },
  charlie: { seen: '2021-02-01', name: 'Malika Yusupova', mail: 'malika@mail.example' },
  delta: { seen: 1_660_000_000, name: 'Юсупова Малика', mail: null },
  echo: { seen: '2024-05-05T10:00:00Z', name: 'MALIKA YUSUPOVA', mail: 'malika@mail.example' },
};
/** What else they say of all numbers but `CHANGED`: of whatever a profile has one, two say the one and two the other. */
const more = {
  alpha: { born: null, town: 'Toshkent' },
  bravo: { born: '1984-03-05', town: 'Samarkand' },
  charlie: { born: '31.01.1990', town: 'Ташкент' },
  delta: { born: '5 March 1984', town: 'Самарканд' },
  echo: { born: '1990-01-31', town: null },
};
const isSource = (name: string): name is keyof typeof said => Object.hasOwn(said, name);

/** Between these times it changed hands. */
export const GAP = { from: Date.UTC(2017, 5, 30), to: Date.UTC(2021, 1, 1) };

const LONGEST_DELAY_MS = 60;

/**
 * Five sources that answer so of `CHANGED`, and the same without times of `UNDATED`; and the sources file for them. Of any other number each says always
 * the same, but late by chance, and the first time perhaps nothing.
 */
export async function startHistory(): Promise<{ sources: string; close: () => Promise<void> }> {
  const random = seeded(1);
  const known = new Set<string>();
  const provider = createServer(async (request, response) => {
    const { url = '' } = request;
    const [, name = '', phone = ''] = url.split('/');
    response.setHeader('content-type', 'application/json');
    if (!isSource(name)) return void response.end('{}');
    if (phone === CHANGED) return void response.end(JSON.stringify(said[name]));
    const undated = JSON.stringify({ ...said[name], ...more[name], seen: null });
    if (phone === UNDATED) return void response.end(undated);
    const isSilent = !known.has(url) && random() < 0.5;
    known.add(url);
    await pause(random() * LONGEST_DELAY_MS);
    if (isSilent) response.writeHead(404);
    response.end(undated);
  });
  const { url, close } = await listenLocally(provider);
  const source = (name: string): string => `
  ${name.toUpperCase()}:
    connector: http
    request: { url: "${url}/${name}/{phone}" }
    answer: { notFoundStatus: [404], observedAt: seen, map: { names: name, emails: mail, birthDate: born, city: town } }`;
  return { sources: `sources:${Object.keys(said).map(source).join('')}\n`, close };
}
