import { expect, it } from '@jest/globals';
import { useAction, useCall } from '../src/net/use-call.ts';
import { runCalls } from './run-calls.ts';

const page = (totalElements: number) => ({ content: [], totalElements, totalPages: 1, number: 0, size: 15 });
const refusal = (statusCode: number, code: string) => ({ statusCode, code, message: 'No', requestId: 'r' });

function useUsers() {
  return {
    users: useCall('searchUsers', { body: {} }, { quiet: true }).data,
    remove: useAction('deleteUser', { invalidates: ['searchUsers'] }),
  };
}

it.each([
  [404, 'NOT_FOUND'],
  [409, 'WRONG_STATE'],
])('loads again what is shown where an act was refused because somebody was first: %i', async (status, code) => {
  const run = runCalls(useUsers, {});
  await run.answer(0, page(3));
  await run.until(({ users }) => users?.totalElements === 3);
  run.now().remove.mutate({ params: { id: 'gone' } });
  await run.answer(1, refusal(status, code), status);
  await run.answer(2, page(2));
  await run.until(({ users, remove }) => users?.totalElements === 2 && remove.isError);
  expect(run.now().remove.error).toMatchObject({ code });
  run.end();
});
