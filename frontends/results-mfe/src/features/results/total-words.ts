import { formatCount } from '@numscope/ui';
import type { FoundTotal } from '../../domain/found-total.ts';
import { texts } from '../../texts/texts.ts';

export const totalWords = ({ count, atLeast }: FoundTotal): string =>
  atLeast ? texts('profilesAtLeast', { count: formatCount(count) }) : texts('profiles', { count });

/** That something is about the first `count` of those that are found. */
export const firstOfWords = (count: number, total: FoundTotal): string =>
  texts(total.atLeast ? 'selectFirstAtLeast' : 'selectFirst', {
    count: formatCount(count),
    total: formatCount(total.count),
  });
