import { expect, it } from '@jest/globals';
import { calls, ImportInfo } from '@numscope/contracts';
import { buildJob } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { aroundAll } from '@numscope/testing/around';
import type { ProfileStore } from '../src/store/profile-store.port.ts';
import { type Setup, setUp } from './setup.ts';

/** Whether an import cannot be put in. */
let waits: (id: string) => boolean = () => true;
let setup: Setup;
aroundAll(
  () =>
    setUp(
      {},
      {
        applyImport(this: ProfileStore, id) {
          const store: ProfileStore = Object.getPrototypeOf(this);
          return waits(id) ? Promise.reject(new Error('the store does not take it')) : store.applyImport(id);
        },
      },
    ),
  (opened) => (setup = opened),
);

it('an import that cannot be put in holds up none of those behind it', async () => {
  setup.client.answer({ mainJob: () => buildJob({ id: 'main-job', number: 9, mainJob: true }) });
  const stateOf = async (id: string) =>
    ImportInfo.parse((await setup.admin.call(calls.getImport, { params: { id } })).json()).state;
  const left = async (phone: string): Promise<string> => {
    const answer = await setup.admin.call(calls.importProfiles, { raw: { profiles: [{ phone }] } });
    expect(answer.json()).toMatchObject({ state: 'APPLYING' });
    return answer.json<{ id: string }>().id;
  };
  const [first, second] = [await left('+998901234561'), await left('+998901234562')];
  waits = (id) => id === first;
  await setup.restart();
  await askUntil(
    () => stateOf(second),
    (state) => state === 'DONE',
  );
  expect(await stateOf(first)).toBe('APPLYING');
});
