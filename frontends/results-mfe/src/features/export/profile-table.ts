import type { Profile } from '@numscope/contracts';
import { countryName, type ExportTable, formatLastOnline, formatUtc } from '@numscope/ui';
import { bestName, isMadeUp, networkName } from '../../domain/profile-facts.ts';

type Cell = string | number | null;

const lines = (values: readonly string[]): string => values.join('\n');
const word = (value: boolean | string | null): Cell => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value);

/** Each column of the spreadsheet: its head, its width in characters, and what a profile puts there. */
const columns: readonly { header: string; width: number; value: (profile: Profile) => Cell }[] = [
  { header: 'Phone', width: 18, value: ({ phone }) => phone },
  { header: 'Best name', width: 26, value: (profile) => bestName(profile) },
  { header: 'Made up', width: 10, value: (profile) => (isMadeUp(profile) ? 'Made-up person' : null) },
  { header: 'Confidence', width: 11, value: ({ confidence }) => confidence },
  { header: 'Names', width: 30, value: ({ names }) => lines(names.map(({ name, type }) => `${name} (${type})`)) },
  { header: 'First name', width: 16, value: ({ firstName }) => firstName },
  { header: 'Last name', width: 16, value: ({ lastName }) => lastName },
  { header: 'Maiden name', width: 16, value: ({ maidenName }) => maidenName },
  { header: 'Born', width: 12, value: ({ birthDate }) => birthDate },
  { header: 'Gender', width: 10, value: ({ gender }) => gender },
  { header: 'Married', width: 10, value: ({ married }) => word(married) },
  { header: 'Religion', width: 14, value: ({ religion }) => religion },
  { header: 'Political', width: 14, value: ({ political }) => political },
  { header: 'Country', width: 18, value: ({ country }) => (country === null ? null : countryName(country)) },
  { header: 'City', width: 18, value: ({ city }) => city },
  { header: 'Addresses', width: 30, value: ({ addresses }) => lines(addresses) },
  { header: 'Emails', width: 28, value: ({ emails }) => lines(emails) },
  { header: 'Phones', width: 18, value: ({ phones }) => lines(phones) },
  {
    header: 'Networks',
    width: 28,
    value: ({ socialNetworks }) => lines(socialNetworks.map(({ id, socialNetwork }) => `${networkName(socialNetwork)}: ${id}`)),
  },
  { header: 'Sites', width: 24, value: ({ sites }) => lines(sites) },
  { header: 'University', width: 22, value: ({ university }) => university },
  { header: 'Year of degree', width: 12, value: ({ universityYearEnd }) => universityYearEnd },
  { header: 'Faculty', width: 18, value: ({ faculty }) => faculty },
  { header: 'Chair', width: 18, value: ({ chair }) => chair },
  { header: 'Schools', width: 24, value: ({ schools }) => lines(schools) },
  { header: 'Work', width: 24, value: ({ work }) => lines(work) },
  { header: 'Friends', width: 24, value: ({ friends }) => lines(friends) },
  { header: 'About', width: 30, value: ({ about }) => about },
  { header: 'Additional contact', width: 24, value: ({ additionalContact }) => lines(additionalContact) },
  { header: 'Photos', width: 24, value: ({ images }) => lines(images) },
  { header: 'First carrier', width: 18, value: ({ numbering }) => numbering?.carrier ?? null },
  { header: 'Line type', width: 14, value: ({ numbering }) => numbering?.lineType ?? null },
  { header: 'Region', width: 18, value: ({ numbering }) => numbering?.region ?? null },
  { header: 'Last online', width: 20, value: ({ lastOnline }) => formatLastOnline(lastOnline) },
  { header: 'Sources', width: 22, value: ({ sources }) => lines(sources) },
  { header: 'Jobs', width: 12, value: ({ jobs }) => lines(jobs.map(String)) },
  { header: 'Newest answer', width: 24, value: ({ timestamp }) => formatUtc(timestamp) },
];

/** Profiles as a table for a spreadsheet; lists stand in one cell, an entry on each line. */
export const profileTable = (profiles: readonly Profile[]): ExportTable => ({
  title: profiles.some(isMadeUp) ? 'Profiles (made-up people)' : 'Profiles',
  columns: columns.map(({ header, width }) => ({ header, width })),
  rows: profiles.map((profile) => columns.map(({ value }) => value(profile))),
});
