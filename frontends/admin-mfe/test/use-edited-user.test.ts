import { afterEach, expect, it } from '@jest/globals';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import type { User } from '@numscope/contracts';
import { useEditedUser } from '../src/features/users/use-edited-user.ts';

const userOf = (id: string): User => ({
  id,
  userName: `user_${id}`,
  roles: ['USER'],
  modules: ['Profiler'],
  createdTimestamp: 1,
  lastLogin: null,
});
const [ann, bob] = [userOf('a'), userOf('b')];

interface Given {
  id: string;
  rows: readonly User[] | undefined;
}
let run: RunCalls<Given, ReturnType<typeof useEditedUser>>;
const begin = (id: string, rows?: readonly User[]): void => {
  run = runCalls(({ id: edited, rows: shown }: Given) => useEditedUser(edited, shown), { id, rows });
};
afterEach(() => run.end());

it('asks for a user who is on another page of the list, once that is there', async () => {
  begin('b');
  expect(run.now()).toEqual({ user: undefined, query: null });
  run.give({ id: 'b', rows: [ann] });
  await run.answer(0, bob);
  await run.until(({ user }) => user?.userName === bob.userName);
  // The form that is open on it stays when the list has it meanwhile, and when it has not any more.
  run.give({ id: 'b', rows: [bob] });
  expect(run.now().user).toBe(bob);
  run.give({ id: 'b', rows: [ann] });
  expect(run.now().user).toBe(bob);
});

it('says why it cannot be had', async () => {
  begin('b', [ann]);
  await run.answer(0, { statusCode: 404, code: 'NOT_FOUND', message: 'Gone', requestId: 'r' }, 404);
  await run.until(({ query }) => query?.error !== null);
  expect(run.now()).toMatchObject({ user: undefined, query: { error: { status: 404 } } });
});

it.each([
  ['a user of the page', 'a', ann],
  ['nobody', '', undefined],
])('asks for nothing where %s is edited', (_who, id, user) => {
  begin(id, [ann]);
  expect(run.now()).toEqual({ user, query: null });
});
