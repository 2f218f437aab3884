import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openDatabase, type SqlRow } from '@numscope/adapters/sqlite';
import type { Observation, Profile, ProfileUpdated } from '@numscope/contracts';
import { type OutgoingEvent, unpackEvents } from '@numscope/platform';
import { phoneResolvedEvent, tempDir } from '@numscope/testing';
import { foldProfile } from '../src/domain/fold-profile.ts';
import type { IndexWork } from '../src/store/index-work.ts';
import { movingProfiles } from '../src/store/move-up.ts';
import { migrations } from '../src/store/sqlite/schema.ts';
import { openProfilesStore, type ProfileStore } from '../src/store/sqlite/index.ts';
import { foundPhone } from './setup.ts';

const NOW = 1_760_000_000_000;
const PLAN = '+998901234567';
const RICH = '+998901234568';

const numbering: NonNullable<Observation['fields']>['numbering'] = {
  country: 'UZ',
  region: null,
  lineType: 'MOBILE',
  carrier: 'Beeline',
  timeZones: ['Asia/Tashkent'],
  international: '+998 90 123 45 67',
  national: '90 123 45 67',
};
const byPlan = { id: 'plan', source: 'NUMBERING_PLAN' };

let dir: ReturnType<typeof tempDir>;
let store: ProfileStore;

const open = async (): Promise<void> => void (store = await openProfilesStore({ dataDir: dir.path }));
const absorb = (...events: OutgoingEvent[]): Promise<IndexWork | null> =>
  store.absorb(
    events.map(({ json }) => json),
    NOW,
  );
const toldBy = (work: IndexWork | null): Array<ProfileUpdated & { phone: string }> =>
  unpackEvents(work?.events ?? '').map(({ json }) => (JSON.parse(json) as { data: ProfileUpdated }).data);

/** What a row holds while nobody has the store open. */
async function inFile(sql: string, ...values: Array<string | number>): Promise<SqlRow | undefined> {
  await store.close();
  const db = openDatabase({ path: join(dir.path, 'profiles.sqlite'), migrations });
  const row = db.prepare(sql).get(...values);
  db.close();
  await open();
  return row;
}
const keptText = async (phone: string): Promise<unknown> =>
  (await inFile('SELECT profile FROM profiles WHERE phone = ?', Number(phone.slice(1))))?.['profile'];

beforeEach(async () => {
  dir = tempDir();
  await open();
  await absorb(
    phoneResolvedEvent(foundPhone(PLAN, { numbering }, byPlan)),
    phoneResolvedEvent(foundPhone(RICH, { city: 'Tashkent' })),
  );
});
afterEach(async () => {
  await store.close();
  dir.remove();
});

it('a profile that the numbering plan alone gives is not kept, and read in every way as if it were', async () => {
  expect(await keptText(PLAN)).toBe('');
  const [body = ''] = await store.profiles([PLAN]);
  const { id, createdTimestamp } = JSON.parse(body) as Profile;
  const { observations: [said] = [] } = foundPhone(PLAN, { numbering }, byPlan);
  const jobs = [{ id: 'job-1', number: 1 }];
  expect(said && body).toBe(
    JSON.stringify(foldProfile({ id, phone: PLAN, createdTimestamp, jobs }, said ? [said] : [])),
  );

  const [rich = ''] = await store.profiles([RICH]);
  expect(new TextDecoder().decode(await store.profileList([RICH, PLAN]))).toBe(`[${rich},${body}]`);
  const [detail] = await store.details([PLAN]);
  expect(detail).toMatchObject({ profile: body, observations: [{ id: 'plan', fields: { numbering } }] });
  expect(JSON.parse((await store.wholeProfiles([PLAN]))[0] ?? '')).toEqual({
    ...(JSON.parse(body) as Profile),
    observations: detail?.observations,
  });
});

it('its entry of the index is the same when it is made again of what is kept', async () => {
  const work = await absorb(phoneResolvedEvent(foundPhone('+998901234569', { numbering }, byPlan)));
  expect(work?.upserts).toHaveLength(1);
  expect(await store.documents(['+998901234569'])).toEqual(work?.upserts);
  expect(await store.documentsAfter(RICH, 10)).toEqual(work?.upserts);
});

it('when a source says more of the number, then its profile is kept, and what is told of it is what changed', async () => {
  const work = await absorb(phoneResolvedEvent(foundPhone(PLAN, { city: 'Tashkent' }, { at: NOW })));
  expect(toldBy(work)).toMatchObject([{ phone: PLAN, revision: 2, changed: ['city', 'sources'] }]);
  expect(JSON.parse(String(await keptText(PLAN)))).toMatchObject({ city: 'Tashkent', numbering });
  expect((await store.profiles([PLAN])).map((text) => JSON.parse(text) as Profile)).toMatchObject([
    { city: 'Tashkent', numbering, sources: ['NUMBERING_PLAN', 'TELEGRAM'] },
  ]);
});

it('when a version before kept it, then it is what it was, and nothing is told of it when it is computed anew', async () => {
  const before = await store.profiles([PLAN]);
  await inFile(
    'UPDATE profiles SET profile = ?, fields = NULL WHERE phone = ?',
    before[0] ?? '',
    Number(PLAN.slice(1)),
  );
  expect(await store.profiles([PLAN])).toEqual(before);
  expect(toldBy((await store.refold(null, 10)).work)).toEqual([]);
  expect(await store.profiles([PLAN])).toEqual(before);
});

it('when other rules made something else of it, then it is told of once when it is computed anew', async () => {
  expect(toldBy((await store.refold(null, 10)).work)).toEqual([]);
  await inFile('UPDATE profiles SET fields = fields + 1 WHERE phone = ?', Number(PLAN.slice(1)));
  const { work } = await store.refold(null, 10);
  expect(toldBy(work)).toMatchObject([{ phone: PLAN, revision: 2, job: null }]);
  expect(work?.upserts).toEqual(await store.documents([PLAN, RICH]));
  expect(toldBy((await store.refold(null, 10)).work)).toEqual([]);
});

it('moves up as any other', async () => {
  const [body] = await store.profiles([PLAN]);
  await store.close();
  const db = openDatabase({ path: join(dir.path, movingProfiles.file), migrations });
  const [carried] = movingProfiles
    .carryings(db)
    .flatMap((carrying) => [...carrying.steps(null)])
    .flatMap(({ documents }) => documents);
  db.close();
  await open();
  expect(carried?.document).toMatchObject({ _id: PLAN, found: true, profile: body });
});
