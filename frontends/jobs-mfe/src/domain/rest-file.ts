import { BYTE_ORDER_MARK, csvCell, csvLine } from '@numscope/contracts';
import type { JobPhone, Page } from '@numscope/contracts';

interface RestOptions {
  /** A page of the numbers, from 0 on. */
  page: (page: number) => Promise<Page<JobPhone>>;
  onProgress: (done: number, total: number) => void;
}

/** All numbers of a job without a profile as CSV, read page by page: `phone` and `status`, as an upload takes them. */
export async function restFile({ page, onProgress }: RestOptions): Promise<Blob> {
  const lines = [BYTE_ORDER_MARK + csvLine(['phone', 'status'])];
  for (let at = 0, pages = 1; at < pages; at++) {
    const { content, totalElements, totalPages } = await page(at);
    pages = totalPages;
    for (const { phone, status } of content) lines.push(csvLine([csvCell(phone), status]));
    onProgress(lines.length - 1, totalElements);
  }
  return new Blob(lines, { type: 'text/csv' });
}
