import type { Page } from '@numscope/contracts';

/** Profiles are kept as the very JSON that callers get: lists of them are joined, never parsed and printed again. */
export const listText = (profiles: readonly string[]): string => `[${profiles.join(',')}]`;

/** A page of profiles as JSON. */
export const pageText = (profiles: readonly string[], page: Omit<Page<never>, 'content'>): string => {
  const rest = JSON.stringify(page);
  return `{"content":${listText(profiles)},${rest.slice(1)}`;
};
