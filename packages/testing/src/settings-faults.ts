import { SettingsError } from '@numscope/platform';

/** What is said to be wrong with settings that `work` reads; nothing when it finds them right. */
export function settingsFaults(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}
