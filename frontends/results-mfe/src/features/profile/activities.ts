import type { ProfileDetail } from '@numscope/contracts';
import { lastOnlineOf } from '../../domain/last-online.ts';
import { texts } from '../../texts/texts.ts';
import { fieldText } from './timeline-entries.ts';

export interface Activity {
  at: number;
  kind: 'found' | 'nothing' | 'failed' | 'online' | 'first';
  text: string;
}

/** What a source has said something of; when its values were so is nothing of its own. */
const fieldWords = (profile: object): string => {
  const fields = Object.entries(profile)
    .filter(([field]) => field !== 'valueTimes')
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([field]) => fieldText(field).toLocaleLowerCase());
  return fields.length <= 4 ? fields.join(', ') : `${fields.slice(0, 4).join(', ')} +${fields.length - 4}`;
};

/**
 * What is known to have happened around the number, the newest first: answers of sources, when it was seen online, when
 * it was first found.
 */
export function activitiesOf({ target, sources }: ProfileDetail): Activity[] {
  const answers = sources.map(({ lmSource, at, status, profile }): Activity => {
    if (status === 'FAILED') return { at, kind: 'failed', text: texts('answeredFailed', { source: lmSource }) };
    if (status === 'NOT_FOUND' || profile === null)
      return { at, kind: 'nothing', text: texts('answeredNothing', { source: lmSource }) };
    return { at, kind: 'found', text: texts('answeredFields', { source: lmSource, fields: fieldWords(profile) }) };
  });
  const onlineAt = lastOnlineOf(target);
  const seen: Activity[] = onlineAt === null ? [] : [{ at: onlineAt, kind: 'online', text: texts('seenOnline') }];
  return [...answers, ...seen, { at: target.createdTimestamp, kind: 'first' as const, text: texts('firstFound') }].sort(
    (a, b) => b.at - a.at,
  );
}
