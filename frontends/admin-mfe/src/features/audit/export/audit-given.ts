import {
  currentLanguage,
  currentSession,
  type ExportFact,
  formatCount,
  formatUtc,
  languageNames,
  type SaidPurpose,
} from '@numscope/ui';
import { texts } from '../../../texts/texts.ts';
import type { auditFilter } from '../audit-view.ts';
import { outcomeInFull } from '../outcome-mark.tsx';
import type { AuditGiven } from './audit-document.ts';
import type { MatchingEntries } from './take-entries.ts';

interface Asked {
  filter: ReturnType<typeof auditFilter>;
  count: number;
  /** Null: not known. */
  matching: MatchingEntries | null;
  said: SaidPurpose;
}

/** The filters by which the entries were found, each on a line of its own. */
function filterFacts({ actionTypes, username, outcome, ip, text, from, to }: Asked['filter']): ExportFact[] {
  const moment = (at: number | undefined): string => (at === undefined ? '' : formatUtc(at));
  return [
    { name: 'type', label: texts('type'), value: actionTypes.join(', ') },
    { name: 'user', label: texts('user'), value: username ?? '' },
    { name: 'outcome', label: texts('outcome'), value: outcome === undefined ? '' : outcomeInFull(outcome) },
    { name: 'address', label: texts('address'), value: ip ?? '' },
    { name: 'text', label: texts('exportText'), value: text ?? '' },
    { name: 'from', label: texts('from'), value: moment(from) },
    { name: 'to', label: texts('to'), value: moment(to) },
  ];
}

function countFact(count: number, matching: MatchingEntries | null): string {
  if (matching === null) return formatCount(count);
  const word = matching.atLeast ? 'exportOfAtLeast' : 'exportOf';
  return texts(word, { count: formatCount(count), total: formatCount(matching.count) });
}

/** What a worker is told of entries besides the server's answer. */
export function auditGiven({ filter, count, matching, said }: Asked): AuditGiven {
  const facts = [
    {
      name: 'count',
      label: texts('exportEntries'),
      value: countFact(count, matching),
    },
    ...filterFacts(filter),
    { name: 'purpose', label: texts('exportPurpose'), value: said.purpose ?? '' },
    { name: 'by', label: texts('exportBy'), value: currentSession()?.userName ?? '' },
    { name: 'at', label: texts('exportAt'), value: formatUtc(Date.now()) },
  ];
  return {
    language: languageNames[currentLanguage()].tag,
    title: texts('audit'),
    headings: {
      number: texts('number'),
      utc: texts('utc'),
      type: texts('type'),
      details: texts('details'),
      outcome: texts('outcome'),
      user: texts('user'),
      address: texts('address'),
      arguments: texts('arguments'),
    },
    facts: facts.filter(({ value }) => value !== ''),
    words: {
      photo: '',
      records: texts('exportEntries'),
      about: texts('exportAbout'),
      otherScript: texts('otherScript'),
      otherScriptNote: texts('otherScriptNote'),
    },
  };
}
