import type { Page } from '@numscope/contracts';

/**
 * A page of profiles as JSON. Profiles are kept as the very bytes that callers get: they go from the store to the
 * caller without being parsed and printed again, which costs more than finding them.
 * @param content a JSON array
 */
export function jsonPage(content: Uint8Array, page: Omit<Page<never>, 'content'>): Buffer {
  return Buffer.concat([Buffer.from('{"content":'), content, Buffer.from(`,${JSON.stringify(page).slice(1)}`)]);
}
