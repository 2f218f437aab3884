import { useEffect, useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { languageNames, currentLanguage } from '../i18n/languages.ts';
import { t } from '../i18n/texts.ts';
import { Flag } from './flag.tsx';
import { formatPhone, formattedPhone, type PhoneText } from './format-phone.ts';
import { regionName } from './region-name.ts';

interface PhoneProps {
  /** E.164. */
  phone: string;
  /** When the answer already says them; otherwise they are worked out here. */
  international?: string | undefined;
  country?: string | null | undefined;
  /** Shows the ISO code after it. */
  code?: boolean;
  /** When the copy button shows: on hover and focus, always, or not at all. */
  copy?: 'hover' | 'always' | 'none';
}

/** The name of a country in the chosen language. */
export const countryName = (country: string): string => regionName(languageNames[currentLanguage()].tag, country);

/** A phone: flag, international format, copy on one click. It is never cut short. */
export function Phone({ phone, international, country, code = false, copy = 'hover' }: PhoneProps) {
  const [worked, setWorked] = useState<{ phone: string; text: PhoneText }>();
  const said = international !== undefined && country !== undefined;
  useEffect(() => {
    let here = true;
    if (!said) void formatPhone(phone).then((text) => here && setWorked({ phone, text }));
    return () => {
      here = false;
    };
  }, [phone, said]);
  const known = said
    ? { international, country }
    : (formattedPhone(phone) ?? (worked?.phone === phone ? worked.text : undefined));
  const shown = known ?? { international: phone, country: null };
  return (
    <span className="ns-phone" data-copy={copy}>
      <Flag country={shown.country} {...(shown.country === null ? {} : { label: countryName(shown.country) })} />
      <span>{shown.international}</span>
      {code && shown.country !== null ? <span className="ns-sm ns-t3">{shown.country}</span> : null}
      {copy === 'none' ? null : <CopyButton text={phone} label={t('copyNumber')} />}
    </span>
  );
}
