import type { JobsSettings } from '../src/deps.ts';

/** The settings of an installation where nobody set any. */
export const settings: JobsSettings = {
  maxRunningJobs: 8,
  mainJobStoppable: false,
  defaultRegion: null,
  requirePurpose: false,
};
