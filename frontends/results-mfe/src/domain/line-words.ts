import type { Word } from '@numscope/ui';
import { texts } from '../texts/texts.ts';

/** The names that the numbering plan has for the types of lines, and sources for their status. */
const words: Readonly<Record<string, Word<typeof texts>>> = {
  FIXED_LINE: 'typeFixedLine',
  MOBILE: 'typeMobile',
  FIXED_LINE_OR_MOBILE: 'typeFixedLineOrMobile',
  TOLL_FREE: 'typeTollFree',
  PREMIUM_RATE: 'typePremiumRate',
  SHARED_COST: 'typeSharedCost',
  VOIP: 'typeVoip',
  PERSONAL_NUMBER: 'typePersonalNumber',
  PAGER: 'typePager',
  UAN: 'typeUan',
  VOICEMAIL: 'typeVoicemail',
  UNKNOWN: 'typeUnknown',
  ACTIVE: 'statusActive',
  INACTIVE: 'statusInactive',
  UNREACHABLE: 'statusUnreachable',
  UNASSIGNED: 'statusUnassigned',
};

/** The type or status of a line in the reader's words; one that nobody knows as it was said: SATELLITE_PHONE becomes Satellite phone. */
export function lineWords(said: string): string {
  const word = words[said.toUpperCase().replaceAll(/[\s-]+/g, '_')];
  if (word !== undefined) return texts(word);
  const plain = said.toLowerCase().replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
