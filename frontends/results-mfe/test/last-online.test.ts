import { expect, it } from '@jest/globals';
import type { ProvenanceEntry } from '@numscope/contracts';
import { lastOnlineOf } from '../src/domain/last-online.ts';
import { profileOf } from './profile-of.ts';

const entry = (changes: Partial<ProvenanceEntry>): ProvenanceEntry => ({
  source: 'OFFICE',
  at: 500,
  observedAt: null,
  cached: false,
  value: true,
  ...changes,
});

it.each([
  ['that a source told', { lastOnline: 300 }, 300],
  ['when one that saw it online was asked', { online: true, provenance: { online: [entry({})] } }, 500],
  ['when it was seen online', { online: true, provenance: { online: [entry({ observedAt: 400 })] } }, 400],
  ['of both the later one', { lastOnline: 600, online: true, provenance: { online: [entry({})] } }, 600],
  ['not of one that saw it offline', { online: false, lastOnline: 300, provenance: { online: [entry({})] } }, 300],
  ['nothing where nobody says', { online: true }, null],
])('a person was online last at the time %s', (_what, changes, time) => {
  expect(lastOnlineOf(profileOf(changes))).toBe(time);
});
