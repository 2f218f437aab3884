import type { Page } from '@numscope/contracts';
import type { TextsAround } from '../store/profile-store.port.ts';

/**
 * What stands around the content of a page of profiles as JSON. Profiles are kept as the very bytes that callers get:
 * they go from the store to the caller without being parsed and printed again, which costs more than finding them.
 */
export const aroundContent = (page: Omit<Page<never>, 'content'>): TextsAround => [
  '{"content":',
  `,${JSON.stringify(page).slice(1)}`,
];
