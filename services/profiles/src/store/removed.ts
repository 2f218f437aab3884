import { limits } from '@numscope/contracts/limits';
import type { OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import { toldBy, updatedEvent } from './fold-rows.ts';
import type { ResolvedPhone } from './resolved-phone.ts';

/** A number whose profile was removed, and how it stands now: `found` if it came back. */
export interface RemovedNumber {
  /** The id of its profile, or of the one that was removed. */
  id: string;
  revision: number;
  found: boolean;
  /** See `countsFrom`. */
  removedAt: number;
}

/** How long a removed number is remembered: as long as events of before may come again. */
export const REMEMBERED_MS = limits.eventRetentionDays * 24 * 60 * 60 * 1000;

/**
 * From when on what is found out counts (milliseconds). Of a profile that went by the age of its answers, a younger one
 * may be on its way: it counts when it comes.
 * @param former the same of an earlier removal of the number
 */
export const countsFrom = (at: number, before: number | undefined, former = 0): number =>
  Math.max(former, before ?? at);

/** Whether it was found out before the removal. @param removed see `countsFrom`; undefined where there was none */
export const isOfBefore = (resolved: ResolvedPhone, removed: number | undefined): boolean =>
  removed !== undefined && resolved.resolvedAt < removed;

/**
 * Tells of an answer from before a removal as if it had come before it: the profile is gone with what it said, but a
 * job may still wait to hear of it, and its pictures were in no tombstone.
 */
export function tellOfRemoved(
  resolved: ResolvedPhone,
  { id, revision, found, removedAt }: RemovedNumber,
): OutgoingEvent[] {
  const { phone, status, observations } = resolved.data;
  if (status !== 'FOUND') return [];
  const { job, options } = toldBy(resolved);
  const updated = updatedEvent({ phone, id, revision, profile: null }, null, job, options);
  const images = observations.flatMap(({ fields }) => fields?.photos ?? []);
  if (found || images.length === 0) return [updated];
  const data = { phone, profileId: id, reason: 'DELETED' as const, images };
  return [
    updated,
    // What was said since stays with everybody.
    outgoing('profile.deleted', phone, data, {
      id: `${resolved.eventId}:deleted`,
      at: removedAt,
      trace: resolved.trace,
    }),
  ];
}
