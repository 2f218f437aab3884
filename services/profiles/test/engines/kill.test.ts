import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbeddedBus, openEmbeddedIndex } from '@numscope/adapters/embedded';
import type { Connection } from '@numscope/adapters/mongo';
import { calls, CountryStatistics } from '@numscope/contracts';
import { generateSigningKey } from '@numscope/platform';
import { createTestKit, createTestTokens, phoneResolvedEvent, testDatabase, type TestKit } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { foundPhone } from '../setup.ts';

const PHONES = 2000;
const KILLS = 3;
const phoneOf = (place: number): string => `+${998_901_000_000 + place}`;

describe('kill -9', () => {
  const key = generateSigningKey();
  let test: TestKit;
  let databaseUrl: string;
  let connection: Connection;
  let child: ChildProcess | undefined;
  let url: string;
  let headers: Record<string, string>;
  /** What was ever told: topic, key and id of each event. */
  let told: Set<string>;

  const start = async (): Promise<void> => {
    const args = [join(import.meta.dirname, 'kill-child.ts'), test.dir, databaseUrl, key];
    const begun = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = begun;
    const lines = createInterface({ input: begun.stdout });
    url = await new Promise((resolve, reject) => {
      lines.once('line', (port) => {
        resolve(`http://127.0.0.1:${port}`);
        // From here on: what a service tells that goes on after a kill may come in one piece with its port.
        lines.on('line', (line) => told.add(line));
      });
      begun.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
  };
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    if (child?.exitCode === null && child.kill('SIGKILL')) await ended;
    child = undefined;
  };
  const phones = () => connection.collection<{ _id: string; found: boolean }>('profiles');
  /** Whether an import counts, be it that all of it is in by now. */
  const counts = async (): Promise<boolean> =>
    (await connection.collection('imports').countDocuments({ state: { $in: ['APPLYING', 'DONE'] } })) > 0;
  /** Asks until it is so: neither the child nor the database has a line to tell us by. */
  const until = (reached: () => Promise<boolean> | boolean): Promise<boolean> =>
    askUntil(reached, Boolean, { everyMs: 20 });
  const toldOf = (topic: string): number => [...told].filter((line) => line.startsWith(`${topic} `)).length;

  beforeEach(async () => {
    test = await createTestKit('profiles');
    const database = await testDatabase(test);
    databaseUrl = database.url;
    connection = await database.connect();
    told = new Set();
    const tokens = createTestTokens(key);
    const token = tokens.sign({ id: 'id-of-admin', userName: 'admin', roles: ['ADMIN'], modules: ['Profiler'] }, 600);
    headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  });
  afterEach(async () => {
    if (child) await kill();
    await connection.close();
    await test.close();
  });

  it('while answers are absorbed: each is in its profile, in the index, told and counted', async () => {
    const events = Array.from({ length: PHONES }, (_none, place) => [
      phoneResolvedEvent(foundPhone(phoneOf(place), { city: 'a' }, { source: 'TELEGRAM' })),
      phoneResolvedEvent(foundPhone(phoneOf(place), { lastName: 'b' }, { source: 'VIBER' })),
    ]).flat();
    const bus = await openEmbeddedBus({ path: join(test.dir, 'bus.sqlite'), retentionDays: 7, log: test.kit.log });
    await bus.publish(events);
    await bus.close();
    for (let round = 0; round < KILLS; round++) {
      const share = ((round + Math.random()) / KILLS) * PHONES;
      await start();
      await until(async () => (await phones().countDocuments()) >= share);
      await kill();
    }
    await start();
    await until(() => toldOf('profile.updated') === events.length);
    const statistics = await fetch(url + calls.countryStatistics.path, {
      headers: { authorization: headers['authorization'] ?? '' },
    });
    expect(CountryStatistics.parse(await statistics.json())).toEqual([
      { country: 'ZZ', phones: PHONES, profiles: PHONES },
    ]);
    await kill();
    const profiles = await connection
      .collection<{ _id: string; profile: string; revision: number }>('profiles')
      .find()
      .toArray();
    expect(profiles.map(({ profile }) => JSON.parse(profile) as object)).toEqual(
      profiles.map(({ _id }) =>
        expect.objectContaining({ phone: _id, city: 'a', lastName: 'b', sources: ['TELEGRAM', 'VIBER'] }),
      ),
    );
    const index = await openEmbeddedIndex({ path: join(test.dir, 'index.sqlite') });
    expect(await index.count()).toBe(PHONES);
    await index.close();
  });

  it.each([
    [
      'its parts are put down',
      async () => (await connection.collection('import_parts').countDocuments()) > 0 || counts(),
    ],
    ['it counts', counts],
    ['a part of it is applied', async () => (await phones().countDocuments()) > 0],
  ])('while an import is taken in, when %s: all of it is applied or nothing', async (_when, reached) => {
    await start();
    const profiles = Array.from({ length: PHONES }, (_none, place) => ({ phone: phoneOf(place), city: 'imported' }));
    const sent = fetch(url + calls.importProfiles.path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ profiles }),
    }).catch(() => null);
    await until(reached);
    await kill();
    await sent;
    const isTaken = await counts();
    await start();
    if (isTaken) await until(() => toldOf('profile.updated') === PHONES && toldOf('audit.logged') === 1);
    expect(await phones().countDocuments({ found: true })).toBe(isTaken ? PHONES : 0);
  });
});
