import { createServer } from 'node:http';
import { calls } from '@numscope/contracts';
import { listenLocally } from '@numscope/testing/local-server';
import { portrait } from '@numscope/testing/portraits';
import sharp from 'sharp';
import type { Api } from '../calls/api.ts';
import { phoneAt, phonesFile } from '../people/phones.ts';
import { jobIs } from '../calls/watch-job.ts';

const WIDEST = 910;
const NARROWEST = 400;

/** The portrait of a number: as many different ones as it has digits to tell them, none of which is stored already. */
const portraitOf = (digits: string): Promise<Buffer> =>
  sharp(portrait('a-1'))
    .resize({ width: WIDEST - (Number(digits) % (WIDEST - NARROWEST)) })
    .jpeg()
    .toBuffer();

/** A source that knows a name and a portrait of its own for every number: its pictures wait for their turn to be looked at. */
export async function startPortraitQueue(): Promise<{ sources: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const last = request.url?.split('/').at(-1) ?? '';
    if (request.url?.startsWith('/portraits/') === true) {
      void portraitOf(last).then((bytes) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes));
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    const photos = [`http://${request.headers.host}/portraits/${last}`];
    response.end(JSON.stringify({ names: [{ name: `Person ${last}`, type: 'OK' }], photos }));
  });
  const { url, close } = await listenLocally(server);
  return {
    close,
    sources: `
sources:
  OFFICE:
    connector: http
    request: { method: GET, url: "${url}/numbers/{phone}" }
    answer: { map: { names: names, photos: photos } }
    photoHosts: ["${new URL(url).host}"]
`,
  };
}

/** Looks up so many numbers from one on: `name` is what each is called. */
export async function lookUpQueue(api: Api, from: number, count: number): Promise<{ phone: string; name: string }[]> {
  const { number } = await api.upload([phonesFile(count, from)], { name: `Queue ${from}`, purpose: 'Bench' });
  await jobIs(api, number, 'DONE');
  return Array.from({ length: count }, (_none, n) => ({
    phone: phoneAt(from + n),
    name: `Person ${phoneAt(from + n).replace('+', '')}`,
  }));
}

export const waitingOf = async (api: Api): Promise<number> => (await api.call(calls.facesState)).pictures.waiting;
