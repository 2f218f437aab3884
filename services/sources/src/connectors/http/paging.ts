import { textOf } from '../../domain/fields/field-shapes.ts';
import { SourceFault } from '../connector.port.ts';
import { ANSWER_BYTES, tooMuch } from './answer-bounds.ts';
import type { Expression } from './expressions.ts';
import type { Page } from './page.ts';

const PAGES = 10;
const NEXT_CHARS = 8192;

/**
 * Follows an answer from its first page, up to 10 and 8 MB in all: each is added as it comes.
 * @param ask asks for the page that comes after the last one, by its address or token
 * @returns whether there are more than are asked for
 * @throws SourceFault
 */
export async function followPages(
  pages: [Page, ...Page[]],
  next: Expression,
  ask: (next: string, last: Page) => Promise<Page>,
): Promise<boolean> {
  const seen = new Set<string>();
  let [last] = pages;
  let { bytes } = last;
  for (;;) {
    const told = last.envelope.status < 300 && last.fault === null ? textOf(next(last.envelope)) : null;
    if (told === null) return false;
    if (told.length > NEXT_CHARS) throw new SourceFault('sends its callers to a page with too long an address');
    if (seen.has(told)) throw new SourceFault('sends its callers round in circles');
    if (pages.length === PAGES) return true;
    seen.add(told);
    last = await ask(told, last);
    bytes += last.bytes;
    if (bytes > ANSWER_BYTES) throw tooMuch();
    pages.push(last);
  }
}

/** The address of another page of the same provider. @throws SourceFault when it is elsewhere */
export function addressOfPage(next: string, last: Page): string {
  const url = URL.parse(next, last.url);
  if (url?.origin !== new URL(last.url).origin || url.username !== '' || url.password !== '')
    throw new SourceFault('sends its callers to another host');
  return url.href;
}
