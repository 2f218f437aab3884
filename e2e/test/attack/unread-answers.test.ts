import { expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import { leaveUnread, type UnreadAnswer } from '@numscope/testing/unread-answer';
import { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { importIs, sendProfiles } from '../../src/calls/exchange.ts';
import type { Product } from '../../src/product/product.ts';
import { full } from '../../src/scale.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const PASSWORD = 'Heron.Lagoon_41';
const LISTED = 1000;
const UNREAD = 60;
/** Of each profile at least: a list of all is more than connections hold by themselves. */
const PROFILE_BYTES = 14_000;
/** Each process of profiles counts for itself. */
const PROCESSES = full ? 2 : 1;

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), attacked);

const phones = Array.from({ length: LISTED }, (_none, place) => `+99897${String(7_700_000 + place)}`);

/** With as many addresses as make it long. */
function lineOf(phone: string, place: number): string {
  const emails = Array.from(
    { length: 200 },
    (_none, at) => `${'long-address-of-somebody-'.repeat(3)}${place}.${at}@x.example`,
  );
  const said = {
    id: `A:${phone}`,
    source: 'TELEGRAM',
    at: 1_750_000_000_000,
    cached: false,
    status: 'FOUND',
    trust: 0.8,
  };
  return JSON.stringify({
    id: `wide-${place}`,
    phone,
    createdTimestamp: 1_750_000_000_000,
    observations: [{ ...said, fields: { emails } }],
  });
}

it('of long lists are few of a user, who gets small answers all the same, as others get theirs', async () => {
  await sendProfiles(admin, [phones.map(lineOf).join('\n')]);
  await importIs(admin, (newest) => newest?.state === 'DONE', 300_000);
  await admin.call(calls.createUser, {
    body: { userName: 'hoarder', password: PASSWORD, roles: ['USER'], modules: ['Profiler'] },
  });
  const hoarder = await Api.login(product.url, 'hoarder', PASSWORD);
  const list = (): Promise<UnreadAnswer> =>
    leaveUnread(product.url, calls.profilesByPhoneList, hoarder.token, { phones });
  const unread: UnreadAnswer[] = [];
  try {
    for (let n = 0; n < UNREAD; n += 10) unread.push(...(await Promise.all(Array.from({ length: 10 }, list))));
    const answered = unread.filter(({ status }) => status === 200).length;
    expect(unread.filter(({ status }) => status === 429)).toHaveLength(UNREAD - answered);
    expect(answered).toBeGreaterThan(0);
    expect(answered * LISTED * PROFILE_BYTES).toBeLessThanOrEqual(PROCESSES * limits.unreadAnswerBytes);
    const some = { body: { phones: phones.slice(0, 1) } };
    expect(await hoarder.call(calls.profilesByPhoneList, some)).toHaveLength(1);
    expect(await admin.call(calls.profilesByPhoneList, { body: { phones } })).toHaveLength(LISTED);
  } finally {
    for (const { socket } of unread) socket.destroy();
  }
});
