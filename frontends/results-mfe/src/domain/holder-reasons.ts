import type { HolderReason } from '@numscope/contracts';
import type { Word } from '@numscope/ui';
import type { texts } from '../texts/texts.ts';

/** What says that a number has changed hands, in words. */
export const holderReasonWords: Readonly<Record<HolderReason, Word<typeof texts>>> = {
  NAMES: 'reasonNames',
  BIRTH_DATE: 'reasonBirthDate',
  GENDER: 'reasonGender',
  EMAILS: 'reasonEmails',
  ACCOUNTS: 'reasonAccounts',
  SIM_SWAP: 'reasonSimSwap',
  REASSIGNED: 'reasonReassigned',
  UNASSIGNED: 'reasonUnassigned',
};
