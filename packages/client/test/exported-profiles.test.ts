import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client, exportedProfiles } from '@numscope/client';
import { listFields, singleFields } from '@numscope/contracts/profile-fields';

let server: Server;
let client: Client;
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new Client({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function read(): Promise<number> {
  let count = 0;
  for await (const profile of exportedProfiles(client, {})) if (profile.phone !== '') count += 1;
  return count;
}

it('gives each profile the pictures that came before it', async () => {
  const observation = { id: 'o', source: 'VIBER', at: 1, cached: false, status: 'FOUND', fields: {}, trust: 1 };
  const singles = Object.fromEntries(singleFields.map((field) => [field, null]));
  const lists = Object.fromEntries(listFields.map((field) => [field, []]));
  const computed = { images: [], sources: [], confidence: 1, disagreements: [], otherHolder: null, earlier: [] };
  const rest = { createdTimestamp: 1, timestamp: 1, line: null, numbering: null, provenance: {}, jobs: [] };
  const known = { id: 'p', ...singles, ...lists, ...computed, ...rest, observations: [observation] };
  const profile = (phone: string) => ({ ...known, phone });
  const lines = [
    { picture: { id: 'a', bytes: 'AAAA' } },
    { picture: { id: 'b', bytes: 'BBBB' } },
    profile('+1'),
    profile('+2'),
    { count: 2, sha256: 'x' },
  ];
  answer = (response) => void response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const came: unknown[] = [];
  for await (const { phone, pictures } of exportedProfiles(client, {}))
    came.push([phone, pictures?.map(({ id }) => id)]);
  expect(came).toEqual([
    ['+1', ['a', 'b']],
    ['+2', undefined],
  ]);
});

it('ends well with none, when the server says that it sent none', async () => {
  answer = (response) => void response.end('{"count":0,"sha256":"x"}\n');
  expect(await read()).toBe(0);
});

it.each<[string, string, RegExp]>([
  ['without its last line', '', /broke off/],
  ['with fewer profiles than its last line says', '{"count":2,"sha256":"x"}', /broke off/],
  ['that is no JSON', '{"phone', /no JSON/],
  ['of another form', '{"phone":"+1"}\n', /does not know/],
])('refuses an export %s', async (_what, body, said) => {
  answer = (response) => void response.end(body);
  await expect(read()).rejects.toThrow(said);
});

it('tells that it broke off when the line breaks, and what the server refused', async () => {
  answer = (response) => {
    response.write('{"count"');
    setImmediate(() => response.destroy());
  };
  await expect(read()).rejects.toMatchObject({ code: 'NO_ANSWER', message: expect.stringContaining('broke off') });
  answer = (response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ statusCode: 403, code: 'FORBIDDEN', message: 'no', requestId: 'r' }));
  };
  await expect(read()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
