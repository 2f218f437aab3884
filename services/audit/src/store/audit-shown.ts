import type { AuditEntry } from '@numscope/contracts';
import { auditTypes } from '@numscope/contracts/lists';
import { auditBounds, mask } from '@numscope/platform/http/masking';
import type { ChainRow } from '../domain/chain-link.ts';

/**
 * Longer arguments, in characters of JSON, are not read from the store to be shown: an entry from before they were
 * bounded may have megabytes of them.
 */
export const LOADED_CHARACTERS = 16 * 1024;

/** All that is written today is shown as it is; what was written before with more in it is cut as it would be now. */
const bounds = { ...auditBounds, bytes: 8192, depth: 20, items: 100, members: 100, name: 200, text: 1000 };

/**
 * The arguments of an entry as they are shown. The entry itself stays whole in the trail, and its hash is of all of it.
 * @param json null when they are longer than may be read
 */
export function shownArgs(json: string | null): AuditEntry['args'] {
  if (json === null) return { '…': 'too long to be shown; the entry is whole in the trail' };
  return mask(JSON.parse(json), bounds) as AuditEntry['args'];
}

const isType = (text: string): text is AuditEntry['actionType'] => auditTypes.some((type) => type === text);

/** An entry of the chain as it is shown. @throws Error when it is not one that was ever written */
export function entryOfRow({
  id,
  actionType,
  createdTimestamp,
  username,
  ip,
  details,
  args,
  outcome,
}: ChainRow): AuditEntry {
  if (!isType(actionType)) throw new Error('an entry of the audit trail has a type that there is not');
  const readable = Buffer.byteLength(args) <= LOADED_CHARACTERS ? args : null;
  return { id, actionType, createdTimestamp, username, ip, details, outcome, args: shownArgs(readable) };
}
