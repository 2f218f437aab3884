import { expect, it } from '@jest/globals';
import { markupOf } from './markup.ts';
import { BulkBar } from '../src/components/bulk-bar.tsx';
import { CountedProgress } from '../src/components/counted-progress.tsx';

const nothing = (): void => undefined;

it('tells those who listen the same numbers as those who look, grouped as the language has them', () => {
  const counts = { FOUND: 1_204_871, NOT_FOUND: 2345, FAILED: 7, SENT: 0, PENDING: 0, NOT_VALID: 0 };
  expect(markupOf(<CountedProgress counts={counts} percent={100} />)).toContain(
    'aria-label="Progress: 100%, 1,204,871 found, 2,345 not found, 7 failed"',
  );
  const bar = markupOf(
    <BulkBar count={1000} total={null} onClear={nothing}>
      {null}
    </BulkBar>,
  );
  expect(bar).toContain('aria-label="1,000 selected"');
});
