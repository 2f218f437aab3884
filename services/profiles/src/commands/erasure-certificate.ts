import { AuditRecord, type ErasureCertificate, type ErasurePlace, erasurePlaces } from '@numscope/contracts';
import { type OutgoingEvent, outgoing, stableId } from '@numscope/platform';
import * as z from 'zod';
import type { ErasureRecord } from '../store/erasure.ts';

/** What the bus wants done once more is done within this time. */
export const AGAIN_WITHIN_MS = 86_400_000;

const AuditEnvelope = z.object({ data: AuditRecord });

/** What was erased where, and what is kept all the same. */
export function certificateOf({ id, phone, purpose, by, at, finishedAt, steps }: ErasureRecord): ErasureCertificate {
  const sums = new Map<ErasurePlace, number>(erasurePlaces.map((place) => [place, 0]));
  for (const outcome of Object.values(steps))
    for (const place of erasurePlaces) sums.set(place, (sums.get(place) ?? 0) + (outcome.removed[place] ?? 0));
  const { keptMs } = steps.events?.bus ?? { keptMs: 0 };
  const onBusUntil = keptMs === null ? null : (finishedAt ?? at) + AGAIN_WITHIN_MS + keptMs;
  return {
    id,
    phone,
    purpose,
    by,
    at,
    finishedAt,
    erased: [...sums]
      .filter(([place]) => place !== 'events' || steps.events?.removed.events !== undefined)
      .map(([place, removed]) => ({ place, removed })),
    kept: [
      { place: 'AUDIT', until: null },
      { place: 'BACKUPS', until: null },
      ...(keptMs === 0 ? [] : [{ place: 'KAFKA' as const, until: onBusUntil }]),
    ],
  };
}

/** The certificate as the audit keeps it; null where the erasure was not to be audited. */
export function certificateEntryOf(record: ErasureRecord): OutgoingEvent | null {
  if (!record.audit) return null;
  const { data } = AuditEnvelope.parse(JSON.parse(record.audit.json));
  const { erased, phone, purpose, id } = certificateOf(record);
  const args = {
    phone,
    purpose,
    certificate: id,
    ...Object.fromEntries(erased.map((one) => [one.place, one.removed])),
  };
  return outgoing(
    'audit.logged',
    record.audit.key,
    { ...data, createdTimestamp: record.finishedAt ?? record.at, details: 'Certificate of an erasure', args },
    { id: stableId(`${id}/certificate`) },
  );
}
