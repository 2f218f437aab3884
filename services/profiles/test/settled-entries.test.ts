import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type IndexDocument, OutboxRelay } from '@numscope/platform';
import { createTestKit, phoneResolvedEvent, type TestKit } from '@numscope/testing';
import { IndexKeeper } from '../src/commands/index-keeper.ts';
import type { ProfileStore } from '../src/store/sqlite/index.ts';
import type { IndexWork } from '../src/store/index-work.ts';
import { NaiveIndex } from './naive-index.ts';
import { foundPhone, openStore } from './setup.ts';

const PHONE = '+998901234567';
const AT = 1_750_000_000_000;

describe('an index that several processes write', () => {
  let kit: TestKit;
  let store: ProfileStore;
  let index: NaiveIndex;
  let keeper: IndexKeeper;
  beforeEach(async () => {
    kit = await createTestKit('profiles');
    store = await openStore(kit);
    index = new NaiveIndex();
    index.isShared = true;
    keeper = new IndexKeeper(store, index, kit.bus, new OutboxRelay(store, kit.bus, kit.kit.log), kit.kit.log);
    await keeper.recover();
  });
  afterEach(async () => {
    keeper.close();
    await store.close();
    await kit.close();
  });

  const absorb = (firstName: string, job = 1) =>
    store.absorb([phoneResolvedEvent(foundPhone(PHONE, { firstName }, { job })).json], AT);
  /** What another process does from its change of the records to the end. */
  const carryOut = async (work: IndexWork | null): Promise<void> => {
    await index.upsert(work?.upserts ?? []);
    await index.remove(work?.removals ?? []);
    if (work) await store.finishWork(work.id);
  };
  const find = async (firstName: string): Promise<void> => carryOut(await absorb(firstName));
  const remove = async (): Promise<void> => carryOut(await store.remove(PHONE, 'DELETED', null));
  const namesOf = (document: IndexDocument | undefined) => document?.terms.name;
  /** Before the next write reaches the index, `others` do their work. */
  const late = (write: 'upsert' | 'remove', others: () => Promise<void>): void => {
    const whole = index[write].bind(index);
    Object.defineProperty(index, write, {
      configurable: true,
      value: async (what: never) => {
        Reflect.deleteProperty(index, write);
        await others();
        await whole(what);
      },
    });
  };

  it('when the profile was deleted meanwhile, then a late entry does not stay', async () => {
    late('upsert', remove);
    await keeper.change(() => absorb('Anvar'));
    expect(index.documents.size).toBe(0);
  });

  it('when the phone was deleted and found again, then a late entry of the former profile gives way, however great its revision', async () => {
    await find('Anvar');
    await find('Bobur');
    late('upsert', async () => {
      await remove();
      await find('Dilshod');
    });
    await keeper.change(() => absorb('Said', 2));
    expect(namesOf(index.documents.get(PHONE))).toEqual(['dilshod']);
    expect(await store.revisions([PHONE])).toEqual(new Map([[PHONE, index.documents.get(PHONE)?.revision]]));
  });

  it('when the phone was found again meanwhile, then a late removal does not take its new entry', async () => {
    await find('Anvar');
    late('remove', () => find('Dilshod'));
    await keeper.remove(() => store.remove(PHONE, 'DELETED', null));
    expect(namesOf(index.documents.get(PHONE))).toEqual(['dilshod']);
  });

  it('when the process ended after a late entry, then who finishes its work takes the entry away', async () => {
    const work = await absorb('Anvar');
    await remove();
    await index.upsert(work?.upserts ?? []);
    await keeper.recover();
    expect(index.documents.size).toBe(0);
  });
});
