import { beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { useKeptRow } from '../src/components/use-kept-row.ts';

const [ann, bob] = [
  { id: 'a', name: 'Ann' },
  { id: 'b', name: 'Bob' },
] as const;

interface Given {
  id: string;
  rows: readonly { id: string; name: string }[];
}
const run = (first: Given) => runHook(({ id, rows }: Given) => ({ row: useKeptRow(id, rows) }), first);

beforeEach(() => void fakeBrowser());

it('keeps a row whose form is open when the list loads again without it, as it was last', () => {
  const row = run({ id: 'a', rows: [ann, bob] });
  expect(row.now().row).toBe(ann);
  const renamed = { ...ann, name: 'Anne' };
  row.give({ id: 'a', rows: [renamed] });
  row.give({ id: 'a', rows: [bob] });
  expect(row.now().row).toBe(renamed);
  row.end();
});

it('keeps none of another id, nor one that the list never had', () => {
  const row = run({ id: 'a', rows: [ann] });
  row.give({ id: '', rows: [ann] });
  expect(row.now().row).toBeUndefined();
  row.give({ id: 'b', rows: [ann] });
  expect(row.now().row).toBeUndefined();
  row.end();
});
