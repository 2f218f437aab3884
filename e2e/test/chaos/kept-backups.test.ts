import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { beginCommand, type Ran, runCommand } from '../../src/product/commands.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { ownFolders } from '../../src/product/own-folders.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { seeded } from '../../src/people/seeded.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

const PHONES = scaled(1000, 20_000);
const MOMENTS = scaled(2, 6);
const KILLS = scaled(1, 6);
const SLOW_MS = 150;
const SEED = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const newFolder = ownFolders();
let provider: FakeProvider;
let product: Product | undefined;

afterEach(() => product?.stop('SIGKILL'));
afterAll(() => provider?.close());

/** Runs a command that is killed at random moments before it may end. */
async function killedFirst(random: () => number, ...command: Parameters<typeof runCommand>): Promise<Ran> {
  for (let kills = 0; kills < KILLS; kills++) {
    const begun = beginCommand(...command);
    await wait(200 + random() * 1500);
    begun.kill();
    const ran = await begun.ended;
    if (ran.code === 0) return ran;
  }
  return runCommand(...command);
}

const momentOf = ({ printed }: Ran): string => {
  const [, moment] = /is whole: the state of (\S+Z),/.exec(printed) ?? [];
  if (moment === undefined) throw new Error(`no backup was made: ${printed}`);
  return moment;
};

it(
  'restores encrypted backups of several moments of a running job, whatever was killed on the way',
  async () => {
    process.stdout.write(`kept backups: CHAOS_SEED=${SEED}\n`);
    const random = seeded(SEED);
    const [dataDir, folder, keys] = [newFolder(), join(newFolder(), 'backups'), newFolder()];
    const key = join(keys, 'key.txt');
    const made = await runCommand('backup', ['--new-key', key], {});
    const [recipient = ''] = /age1[a-z0-9]+/.exec(made.printed) ?? [];

    provider = await startFakeProvider(SLOW_MS);
    const sources = providerSources(provider.url, { concurrency: 32 });
    product = await startProduct({ dataDir, sources, embedded: true });
    const api = await Api.login(product.url);
    const { number } = await api.upload([phonesFile(PHONES)], { name: 'Kept' });
    const words = ['--to', folder, '--incremental', '--encrypt', recipient];
    const moments: string[] = [];
    for (let taken = 0; taken < MOMENTS; taken++) {
      const share = ((taken + random()) / MOMENTS) * 90;
      await jobReaches(api, number, ({ progress, status }) => progress >= share || status === 'DONE', 300_000);
      const ran = await killedFirst(random, 'backup', words, { DATA_DIR: dataDir });
      expect(ran.code).toBe(0);
      moments.push(momentOf(ran));
    }
    provider.answerAfter(2);
    await jobIs(api, number, 'DONE', 300_000);
    await product.stop();
    // What was killed has left nothing but what counts.
    const lists = readdirSync(join(folder, 'backups'));
    const packs = readdirSync(join(folder, 'packs'));
    expect(packs.length).toBe(2 * lists.length);
    expect(await runCommand('backup', ['--check', folder, '--key', key], {})).toMatchObject({ code: 0 });

    for (const moment of moments) {
      const restored = newFolder();
      const from = ['--from', folder, '--at', moment, '--key', key];
      const ran = await killedFirst(random, 'restore', from, { DATA_DIR: restored });
      expect(ran.printed).toContain(`holds the state of ${moment}`);
      product = await startProduct({ dataDir: restored, sources, embedded: true });
      const again = await Api.login(product.url);
      const done = await jobIs(again, number, 'DONE', 300_000);
      expect(done).toMatchObject({ totalPhoneNumbers: PHONES, counts: { PENDING: 0, SENT: 0, FAILED: 0 } });
      expect(await again.call(calls.auditChain)).toMatchObject({ whole: true });
      await product.stop();
    }
  },
  scaled(300_000, 900_000),
);
