import type { ImportFault } from '@numscope/contracts';
import { translate } from '../server-texts/translate.ts';
import { texts } from './texts.ts';

/** What is wrong with all of an import. */
export const ofAll = (message: string): ImportFault[] => [{ row: 0, message }];

/** What is wrong with an import that was withdrawn: nothing of its rows. */
export const brokenOff = (): ImportFault[] => ofAll(texts('importBrokenOff'));

/** What is wrong, and where. */
export function faultText({ row, field, message }: ImportFault): string {
  const what = translate(message);
  const fault = field === undefined ? what : `${field}: ${what}`;
  return row === 0 ? texts('importFileFault', { fault }) : texts('importFault', { row, fault });
}

/** Why it is not known how the import of a file ends. */
export const unknownText = (name: string, message: string): string =>
  texts('importUnknown', { name, fault: translate(message) });
