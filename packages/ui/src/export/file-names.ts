import { fileTimestamp } from '../format/times.ts';

/** The specified names of downloads, without their ending: PROFILES_2026_11_20_10_41_52. */
export const profilesFileName = (at = new Date()): string => `PROFILES_${fileTimestamp(at)}`;
/** One profile, its number without the plus sign. */
export const profileFileName = (phone: string, at = new Date()): string =>
  `PROFILE_${phone.replace(/^\+/, '')}_${fileTimestamp(at)}`;
export const auditFileName = (at = new Date()): string => `AUDIT_${fileTimestamp(at)}`;
