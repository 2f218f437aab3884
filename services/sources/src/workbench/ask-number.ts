import { SettingsError } from '@numscope/platform';
import { describePhone, readPhone } from '@numscope/numbering';
import { askedNumber } from '../domain/asked-number.ts';
import type { AskedNumber } from '../domain/template.ts';

/** A number as sources are asked about it. @throws SettingsError when no numbering plan allows it */
export function askNumber(text: string): AskedNumber {
  const phone = readPhone(text)?.e164;
  if (phone === undefined)
    throw new SettingsError([
      `--phone: ${text} is no phone number; write it with its country's code, as +998901234567`,
    ]);
  return askedNumber(phone, describePhone(phone));
}
