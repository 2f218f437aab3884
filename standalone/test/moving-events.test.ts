import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { type DatabaseSync, openDatabase } from '@numscope/adapters/sqlite';
import type { ServiceName } from '@numscope/contracts';
import { type OutgoingEvent, outgoing, packEvents } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { tellOfEvents } from '../src/move-up/events.ts';
import { movingServices } from '../src/move-up/moving-services.ts';
import { HeldLedger } from './held-ledger.ts';

let dir: ReturnType<typeof tempDir>;
let databases: Record<ServiceName, DatabaseSync>;
let told: OutgoingEvent[];
const say = (): void => undefined;

/** Topics that somebody can drop all events of. */
const target = {
  bus: { publish: async (events: readonly OutgoingEvent[]) => void told.push(...events) },
  groups: {
    async dropEvents() {
      told = [];
    },
  },
};

const change = (name: string) =>
  outgoing('user.changed', name, { userName: name, at: 1, roles: [], modules: [], deleted: true });

function waits(event: OutgoingEvent): void {
  databases.users.prepare('INSERT INTO outbox (events) VALUES (?)').run(packEvents([event]));
}

beforeEach(() => {
  dir = tempDir();
  told = [];
  databases = Object.fromEntries(
    movingServices.map(([name, { file, migrations }]) => [
      name,
      openDatabase({ path: join(dir.path, file), migrations }),
    ]),
  ) as Record<ServiceName, DatabaseSync>;
});
afterEach(() => {
  for (const db of Object.values(databases)) db.close();
  dir.remove();
});

const tell = (ledger: HeldLedger) =>
  tellOfEvents({ busFile: join(dir.path, 'bus.sqlite'), databases }, target, ledger, say);

it('tells once what was to be told, whatever a run that was killed or begun anew had told before', async () => {
  waits(change('erased-since'));
  waits(change('bob'));
  const ledger = new HeldLedger();
  await tell(ledger);
  expect(told.map(({ key }) => key)).toEqual(['erased-since', 'bob']);
  await tell(ledger);
  expect(told).toHaveLength(2);

  databases.users.exec(`DELETE FROM outbox WHERE events LIKE '%erased-since%'`);
  await tell(new HeldLedger());
  expect(told.map(({ key }) => key)).toEqual(['bob']);
});
