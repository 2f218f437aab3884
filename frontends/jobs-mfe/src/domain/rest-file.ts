import type { JobPhone, Page } from '@numscope/contracts';

interface RestOptions {
  /** A page of the numbers, from 0 on. */
  page: (page: number) => Promise<Page<JobPhone>>;
  onProgress: (done: number, total: number) => void;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** All numbers of a job without a profile as CSV, read page by page: `phone` and `status`, as an upload takes them. */
export async function restFile({ page, onProgress }: RestOptions): Promise<Blob> {
  const lines = [`${BYTE_ORDER_MARK}phone;status\r\n`];
  for (let at = 0, pages = 1; at < pages; at++) {
    const { content, totalElements, totalPages } = await page(at);
    pages = totalPages;
    for (const { phone, status } of content) lines.push(`${cell(phone)};${status}\r\n`);
    onProgress(lines.length - 1, totalElements);
  }
  return new Blob(lines, { type: 'text/csv' });
}

/**
 * What is no number is kept as it was uploaded: quoted by RFC 4180, and never a formula of a spreadsheet. Digits and `+`
 * are none that does harm, and with anything before them an upload would not take them.
 */
const cell = (text: string): string => {
  if (/^[+\d]+$/.test(text)) return text;
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};
