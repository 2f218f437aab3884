import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { listenLocally } from '@numscope/testing/local-server';
import { type Portrait, portrait, portraits } from '@numscope/testing/portraits';
import * as z from 'zod';
import type { Api } from '../calls/api.ts';
import { jobIs } from '../calls/watch-job.ts';

/** Milliseconds that the first search of a process may take on a busy machine: it loads the model. */
export const FIRST_SEARCH_MS = 90_000;

/** Numbers with a portrait each, by whose they have the name: two of one person, of which the second is on two numbers, and one of another. */
export const [A1, A2, B1, A2_AGAIN] = ['+998901234561', '+998901234562', '+998901234563', '+998901234564'] as const;

export const pictured = { [A1]: 'a-1', [A2]: 'a-2', [B1]: 'b-1', [A2_AGAIN]: 'a-2' } as const satisfies Record<
  string,
  Portrait
>;

export interface PortraitProvider {
  /** The sources file that binds it: as a source, and as a provider of face search. */
  sources: string;
  /** The pictures that it was searched by. */
  sought: Buffer[];
  close(): Promise<void>;
}

const Search = z.object({ photo: z.base64() });

/** The match that it answers, whatever the picture. */
export const ALIKE = { title: 'Somebody Alike', score: 0.83, link: 'https://example.com/somebody' };

/** A source that knows those numbers with their portraits, and finds somebody alike for any picture. */
export async function startPortraitProvider(): Promise<PortraitProvider> {
  const sought: Buffer[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const { photo } = Search.parse(await json(request));
      sought.push(Buffer.from(photo, 'base64'));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: [ALIKE] }));
      return;
    }
    const last = request.url?.split('/').at(-1) ?? '';
    const [name] = Object.entries(portraits).find(([, file]) => file === last) ?? [];
    if (name !== undefined) {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(portrait(name as Portrait));
      return;
    }
    const [phone, of] = Object.entries(pictured).find(([one]) => one === `+${last}`) ?? [];
    response.writeHead(phone === undefined ? 404 : 200, { 'content-type': 'application/json' });
    const photo = of === undefined ? '' : `http://${request.headers.host}/${portraits[of]}`;
    response.end(JSON.stringify({ names: [{ name: `Person ${of}`, type: 'OK' }], photos: [photo] }));
  });
  const { url, close } = await listenLocally(server);
  return {
    close,
    sought,
    sources: `
providers:
  external-search:
    request: { url: "${url}/search", body: { photo: "{image}" } }
    answer: { items: results, map: { name: title, similarity: score, url: link } }
    cost: 0.25
sources:
  OFFICE:
    connector: http
    request: { method: GET, url: "${url}/numbers/{phone}" }
    answer: { notFoundStatus: [404], map: { names: names, photos: photos } }
    photoHosts: ["${new URL(url).host}"]
`,
  };
}

/** Looks those numbers up, and resolves when each of their pictures was looked at for faces. */
export async function lookUpPortraits(api: Api): Promise<void> {
  const { number } = await api.upload([`${Object.keys(pictured).join('\n')}\n`], {
    name: 'Portraits',
    purpose: 'Test',
  });
  await jobIs(api, number, 'DONE');
  const all = new Set(Object.values(pictured)).size;
  await askUntil(
    () => api.call(calls.facesState),
    ({ enabled, pictures }) => !enabled || pictures.looked + pictures.failed === all,
  );
}
