import { expect, it } from '@jest/globals';
import { markupOf } from './markup.ts';
import { BulkBar } from '../src/components/bulk-bar.tsx';
import { CountedProgress } from '../src/components/counted-progress.tsx';
import { Pager } from '../src/table/pager.tsx';

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

it('offers all that match where all may be selected, else the first of them', () => {
  const barOf = (total: number, totalIsLowerBound = false): string =>
    markupOf(
      <BulkBar count={1} total={total} totalIsLowerBound={totalIsLowerBound} onClear={nothing} onSelectFirst={nothing}>
        {null}
      </BulkBar>,
    );
  expect(barOf(1000)).toContain('>Select all 1,000<');
  expect(barOf(1001)).toContain('>Select the first 1,000 of 1,001<');
  expect(barOf(10_000, true)).toContain('>Select the first 1,000 of more than 10,000<');
});

it('counts the rows that a first page has besides those of the server', () => {
  const rangeOf = (page: number, totalElements: number): string => {
    const of = { totalElements, totalPages: Math.ceil(totalElements / 15) };
    return markupOf(<Pager page={page} size={15} of={of} besides={1} onPage={nothing} />);
  };
  expect(rangeOf(0, 18)).toContain('>1 to 16 of 19<');
  expect(rangeOf(1, 18)).toContain('>17 to 19 of 19<');
  expect(rangeOf(2, 18)).toContain('>19 in all<');
  expect(rangeOf(0, 0)).toContain('>1 to 1 of 1<');
});

it('says which rows stand on the last page that may be opened, also beyond where counting stopped', () => {
  const content = Array.from({ length: 15 }, (_none, i) => i);
  const of = { totalElements: 10_000, totalPages: 667, totalIsLowerBound: true, content };
  expect(markupOf(<Pager page={666} size={15} of={of} onPage={nothing} />)).toContain(
    '>9,991 to 10,005 of more than 10,000<',
  );
});

it('says in words of the count how many numbers are not valid', () => {
  const counts = { FOUND: 0, NOT_FOUND: 0, FAILED: 0, SENT: 0, PENDING: 0, NOT_VALID: 10_500 };
  expect(markupOf(<CountedProgress counts={counts} percent={0} />)).toContain('10,500 not valid<');
});
