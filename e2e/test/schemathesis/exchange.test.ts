import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Client } from '@numscope/client';
import * as z from 'zod';
import type { Api } from '../../src/calls/api.ts';
import { root } from '../../src/product/installation.ts';
import { phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { pythonCache, pythonPackages } from '../../src/schemathesis/python-packages.ts';
import { productForAll, usual } from '../../src/product/tested-product.ts';
import { withoutFaces } from '../../src/product/without-faces.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const scripts = join(root, 'infra', 'exchange');
// Before anything is connected: installing holds this process up.
const python = join(pythonPackages(), 'python');
const PHONES = 300;

let product: Product;
let admin: Api;
let folder: string;
let profiles = 0;
productForAll((opened) => ({ product, admin } = opened), { env: { ...usual.env, ...withoutFaces } });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'numscope-exchange-'));
  const { number } = await admin.upload([phonesFile(PHONES)], { name: 'Exchange' });
  await jobIs(admin, number, 'DONE');
  ({ totalElements: profiles } = await admin.call(calls.searchProfiles, { body: {} }));
  // One who says what does not fit, as people do.
  const odd = {
    phone: '+998901119999',
    names: [{ name: 'O"dd\nName', type: 'OK' }],
    birthDate: 'about 1980',
    gender: 'MALE',
    country: 'UZ',
    emails: ['odd@example.org'],
    sites: ['https://example.org/a?b=c', 'no site'],
    socialNetworks: [{ id: 'odd', socialNetwork: 'FACEBOOK' }],
  };
  const client = new Client({ url: product.url, bearer: () => admin.token });
  const form = new FormData();
  form.set('file', new File([JSON.stringify([odd])], 'odd.json'));
  const { imported } = await client.upload('importProfiles', form);
  profiles += imported;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const Report = z.object({ found: z.record(z.string(), z.number()), faults: z.array(z.string()) });

/** What the package of those who receive such an export makes of it. */
async function judged(format: 'ftm' | 'stix' | 'misp'): Promise<z.infer<typeof Report>> {
  const client = new Client({ url: product.url, bearer: () => admin.token });
  const answer = await client.answer('exportProfileStream', { query: { format }, body: {} });
  const file = join(folder, `all.${format}`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const child = spawn(python, [join(scripts, 'validate.py'), format, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONPYCACHEPREFIX: pythonCache },
  });
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (printed === '') throw new Error(said);
  return Report.parse(JSON.parse(printed));
}

it("exports of the console open whole in others' programs, in each language, and nothing in them runs", async () => {
  const files = await mkdtemp(join(folder, 'console-'));
  const writing = spawn(process.execPath, [join(root, 'frontends', 'results-mfe', 'test', 'write-exports.ts'), files]);
  const [wrong] = await Promise.all([text(writing.stderr), once(writing, 'exit')]);
  expect({ code: writing.exitCode, wrong }).toEqual({ code: 0, wrong: '' });
  const reading = spawn(python, [join(scripts, 'read_exports.py'), files]);
  const [printed, said] = await Promise.all([text(reading.stdout), text(reading.stderr)]);
  if (printed === '') throw new Error(said);
  expect(z.object({ faults: z.array(z.string()) }).parse(JSON.parse(printed))).toEqual({ faults: [] });
});

it('exports entities that the package followthemoney takes as they are', async () => {
  const { found, faults } = await judged('ftm');
  expect(faults).toEqual([]);
  expect(found['Person']).toBeGreaterThan(0);
  expect(found['UserAccount']).toBeGreaterThanOrEqual(profiles);
});

it('exports a bundle that the package stix2 takes as it is, with observables as anybody names them', async () => {
  const { found, faults } = await judged('stix');
  expect(faults).toEqual([]);
  expect(found['identity']).toBeGreaterThan(1);
  expect(found['user-account']).toBeGreaterThanOrEqual(profiles);
  expect(found['relationship']).toBeGreaterThan(0);
});

it('exports an event that the package pymisp takes as it is, its objects as their templates want them', async () => {
  const { found, faults } = await judged('misp');
  expect(faults).toEqual([]);
  expect(found['phone']).toBe(profiles);
  expect(found['person']).toBeGreaterThan(0);
  expect(found['user-account']).toBeGreaterThan(0);
});
