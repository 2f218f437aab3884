import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { SocketMessage } from '@numscope/contracts';
import { useKeptSelection } from '@numscope/ui';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { DeselectGone } from '../src/features/results/deselect-gone.ts';
import { profileOf } from './profile-of.ts';

const [first, second, third] = ['+998901234567', '+998901234568', '+998901234569'];
const more = (areGone: boolean): SocketMessage => ({ type: 'profiles.updated', at: 2, data: { since: 1, areGone } });

let list: RunCalls<object, ReturnType<typeof useKeptSelection>>;
let gone: DeselectGone;
/** What was asked of the server. */
let asked: unknown[];

beforeEach(() => {
  list = runCalls(() => useKeptSelection('profiles', []), {});
  list.now()[1]({ ids: new Set([first, second, third]), anchor: null });
  gone = new DeselectGone();
  asked = [];
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) => {
    asked.push(JSON.parse(String(init?.body)));
    return fetch(url, init);
  };
});
afterEach(() => list.end());
const until = (...ids: string[]): Promise<void> =>
  list.until(([selection]) => [...selection.ids].join() === ids.join());

it('asks which of the selected are there once more are gone than were told one by one', async () => {
  gone.hear({ type: 'profile.updated', at: 1, data: { phone: third, isGone: true } });
  gone.hear(more(true));
  gone.hear(more(true));
  await list.answer(0, [profileOf({ phone: second })]);
  await until(second);
  expect(asked).toEqual([{ phones: [first, second] }]);
});

it('asks after a break of the connection, and again what does not answer for now', async () => {
  gone.missed();
  await list.answer(0, { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'away', requestId: 'r' }, 503);
  await list.answer(1, [profileOf({ phone: first })]);
  await until(first);
}, 30_000);

it('asks nothing where none is gone, nor where none is selected', async () => {
  gone.hear(more(false));
  list.now()[1]({ ids: new Set(), anchor: null });
  gone.hear(more(true));
  // A later one is asked for alone: the others would have been before it.
  list.now()[1]({ ids: new Set([third]), anchor: null });
  gone.hear(more(true));
  await list.answer(0, []);
  await until();
  expect(asked).toEqual([{ phones: [third] }]);
});
