import type { AuditEntry } from '@numscope/contracts';
import { auditTypes } from '@numscope/contracts/lists';
import { MOST_TIME_MS } from '@numscope/contracts/times';
import { isRecord } from '@numscope/contracts/is-record';
import { auditBounds, mask } from '@numscope/platform/http/masking';
import type { ChainRow } from '../domain/chain-link.ts';

/**
 * Longer arguments, in characters of JSON, are not read from the store to be shown: an entry from before they were
 * bounded may have megabytes of them.
 */
export const LOADED_CHARACTERS = 16 * 1024;

/** All that is written today is shown as it is; what was written before with more in it is cut as it would be now. */
const bounds = { ...auditBounds, bytes: 8192, depth: 20, items: 100, members: 100, name: 200, text: 1000 };

const isType = (text: string): boolean => auditTypes.some((type) => type === text);
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MOST_TIME_MS;

/** The arguments of an entry as they are shown; null: they are not what was ever written. */
function argsOf(json: unknown): AuditEntry['args'] | null {
  try {
    const args: unknown = mask(JSON.parse(String(json)), bounds);
    return isRecord(args) && !Array.isArray(args) ? args : null;
  } catch {
    return null;
  }
}

/**
 * An entry as it is shown, whatever stands in its row: what somebody changed there is the very thing that must be seen.
 * The entry itself stays whole in the trail, and its hash is of all of it.
 * @param read its members by their names
 * @param args their JSON; null when they are longer than may be read
 */
export function shownEntry(read: Readonly<Record<string, unknown>>, args: unknown): AuditEntry {
  const unreadable: string[] = [];
  const textOf = (name: 'id' | 'actionType' | 'username' | 'ip' | 'details' | 'outcome'): string => {
    const value = read[name];
    if (typeof value === 'string' && (name !== 'actionType' || isType(value))) return value;
    unreadable.push(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const { createdTimestamp } = read;
  if (!isTime(createdTimestamp)) unreadable.push('createdTimestamp');
  const shown = args === null ? { '…': 'too long to be shown; the entry is whole in the trail' } : argsOf(args);
  if (shown === null) unreadable.push('args');
  return {
    id: textOf('id'),
    actionType: textOf('actionType'),
    createdTimestamp: isTime(createdTimestamp) ? createdTimestamp : 0,
    username: textOf('username'),
    ip: textOf('ip'),
    details: textOf('details'),
    args: shown ?? { '…': 'not readable' },
    outcome: textOf('outcome'),
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}

/** An entry of the chain as it is shown. */
export const shownRow = (row: ChainRow): AuditEntry =>
  shownEntry({ ...row }, Buffer.byteLength(row.args) <= LOADED_CHARACTERS ? row.args : null);
