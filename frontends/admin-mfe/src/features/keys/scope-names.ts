import type { KeyScopeGroup } from '@numscope/contracts';
import { texts } from '../../texts/texts.ts';

const keys = {
  jobs: 'scopeJobs',
  profiles: 'scopeProfiles',
  images: 'scopeImages',
  sources: 'scopeSources',
  audit: 'scopeAudit',
  users: 'scopeUsers',
  privacy: 'scopePrivacy',
} as const satisfies Record<KeyScopeGroup, string>;

/** What a person calls it. */
export const scopeName = (group: KeyScopeGroup): string => texts(keys[group]);
