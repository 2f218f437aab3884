import { currentLanguage, currentSession, formatUtc, languageNames, type SaidPurpose } from '@numscope/ui';
import type { FoundTotal } from '../../domain/found-total.ts';
import { texts } from '../../texts/texts.ts';
import { exportWords } from './export-words.ts';
import type { ProfilesGiven } from './profiles-document.ts';

interface Asked {
  total: FoundTotal | null;
  said: SaidPurpose;
  search: (() => Promise<string>) | null;
}

/** What a worker is told of profiles besides the server's answer. */
export async function profilesGiven({ total, said, search }: Asked): Promise<ProfilesGiven> {
  const facts = [
    { name: 'search', label: texts('exportSearch'), value: search === null ? '' : await search() },
    { name: 'purpose', label: texts('exportPurpose'), value: said.purpose ?? '' },
    { name: 'by', label: texts('exportBy'), value: currentSession()?.userName ?? '' },
    { name: 'at', label: texts('exportAt'), value: formatUtc(Date.now()) },
  ];
  return {
    language: languageNames[currentLanguage()].tag,
    words: exportWords((word) => texts(word)),
    total,
    facts: facts.filter(({ value }) => value !== ''),
  };
}
