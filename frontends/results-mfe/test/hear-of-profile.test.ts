import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { hearOfProfile } from '../src/features/profile/hear-of-profile.ts';

const phone = '+998901234567';
const params = { phone };
const all = ['individualExport', 'profileTimeline', 'sameFace'];
const client = new QueryClient();
/** What was asked for since all was loaded. */
let asked: string[] = [];

beforeEach(async () => {
  await Promise.all(
    Object.entries({ individualExport: { query: params }, profileTimeline: { params }, sameFace: { params } }).map(
      ([call, input]) => {
        const queryFn = async (): Promise<string> => {
          asked.push(call);
          return call;
        };
        const observer = new QueryObserver(client, { queryKey: [call, input], queryFn });
        return new Promise<void>((resolve) => observer.subscribe(({ isSuccess }) => isSuccess && resolve()));
      },
    ),
  );
  asked = [];
});
afterEach(() => client.clear());

it('when there is news of the number, then its timeline and who looks like it are asked for anew, too', () => {
  hearOfProfile(client, phone, { type: 'profile.updated', at: 1, data: { phone } });
  expect(asked).toEqual(all);
});

it('when the line is there only now, then all may be old', () => {
  hearOfProfile(client, phone, { type: 'ready' });
  expect(asked).toEqual(all);
});

it('when more has changed than was told number by number, then this one may have, too', () => {
  hearOfProfile(client, phone, { type: 'profiles.updated', at: 2, data: { since: 1 } });
  expect(asked).toEqual(all);
});

it('when the news is of another number, then nothing is asked for', () => {
  hearOfProfile(client, phone, { type: 'profile.updated', at: 1, data: { phone: '+998901234568' } });
  expect(asked).toEqual([]);
});
