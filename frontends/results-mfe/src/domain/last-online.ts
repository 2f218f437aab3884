import type { Profile } from '@numscope/contracts';

/**
 * When a person was online last, as far as is known. That somebody is online a source says of the moment when it was asked, and
 * nobody knows it of now.
 */
export function lastOnlineOf({
  lastOnline,
  online,
  provenance,
}: Pick<Profile, 'lastOnline' | 'online' | 'provenance'>) {
  const said = online === true ? (provenance['online'] ?? []).filter(({ value }) => value === true) : [];
  const times = [lastOnline, ...said.map(({ at, observedAt }) => observedAt ?? at)].filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(...times);
}
