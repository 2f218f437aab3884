import { expect, it } from '@jest/globals';
import { runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useSameFace } from '../src/features/profile/use-same-face.ts';

const phone = '+447700900142';
const other = '+447700900143';
const judged = (verdict: 'SAME' | null) => [{ phone: other, name: null, verdict, verdicts: [], near: false }];

it('keeps what a person has just said when what was asked before it is answered after it', async () => {
  const same = runCalls(({ of }: { of: string }) => useSameFace(of, { isPending: false, data: undefined }), {
    of: phone,
  });
  const verdict = () => same.now().query.data?.[0]?.verdict;
  await same.answer(0, judged(null));
  await same.until(({ query }) => query.data !== undefined);
  void same.now().query.refetch();
  same.now().judge.mutate({ params: { phone }, body: { phone: other, verdict: 'SAME' } });
  await same.answer(2, judged('SAME'));
  await same.until(() => verdict() === 'SAME');
  await same.answer(1, judged(null));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(verdict()).toBe('SAME');
  same.end();
});
