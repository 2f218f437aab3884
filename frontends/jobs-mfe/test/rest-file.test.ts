import { expect, it } from '@jest/globals';
import type { JobPhone } from '@numscope/contracts';
import { restFile } from '../src/domain/rest-file.ts';

const phones: JobPhone[] = ['+998901234567', '12', 'a "b"; c', '=1+1', '++12'].map((phone, index) => ({
  phone,
  status: index === 0 ? 'NOT_FOUND' : 'NOT_VALID',
  sources: [],
}));

it('writes all pages as one file, and nothing that a spreadsheet would run', async () => {
  const told: number[][] = [];
  const blob = await restFile({
    page: async (number) => ({
      content: phones.slice(number * 3, number * 3 + 3),
      totalElements: 5,
      totalPages: 2,
      number,
      size: 3,
    }),
    onProgress: (done, total) => told.push([done, total]),
  });
  // As bytes: `text()` leaves the byte-order mark out.
  expect(Buffer.from(await blob.arrayBuffer()).toString()).toBe(
    '\uFEFFphone;status\r\n+998901234567;NOT_FOUND\r\n12;NOT_VALID\r\n"a ""b""; c";NOT_VALID\r\n\'=1+1;NOT_VALID\r\n\'++12;NOT_VALID\r\n',
  );
  expect(told).toEqual([
    [3, 5],
    [5, 5],
  ]);
});
