import { networkName, type ListField, type Profile, type ProvenanceEntry } from '@numscope/contracts';
import { formatDecimal, ProvenanceChip } from '@numscope/ui';
import type { CompareRow, ShownValue } from '@numscope/ui/compare/compare-table.tsx';
import { entriesOf } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';
import { aboutRows } from '../profile/about-rows.ts';
import { accountRows } from '../profile/account-rows.ts';
import { lineRows } from '../profile/line-rows.ts';

const said = (text: string, entries: ProvenanceEntry[]): ShownValue => ({
  text,
  chip: <ProvenanceChip entries={entries} />,
});
const plain = (text: string): ShownValue => ({ text, chip: null });

type TextList = Exclude<ListField, 'names' | 'socialNetworks' | 'photos'>;

const lists = [
  ['emails', 'emailsSection'],
  ['phones', 'phones'],
  ['addresses', 'addresses'],
  ['work', 'work'],
  ['schools', 'schools'],
  ['friends', 'friends'],
  ['sites', 'site'],
  ['additionalContact', 'additionalContact'],
] as const satisfies ReadonlyArray<readonly [TextList, string]>;

/** A name that several kinds of sources have stands there once, with all who say it: their kinds are not compared. */
const namesOf = (profile: Profile): ShownValue[] =>
  [...Map.groupBy(profile.names, ({ name }) => name)].map(([text, same]) => {
    const forms = same.flatMap(({ name, forms: others }) => others ?? [name]);
    return said(text, entriesOf(profile, 'names', { forms }));
  });

/** What is said of one profile; labels of two groups may be the same word in a language, so rows have keys. */
function valuesOf(profile: Profile): Array<{ key: string; label: string; values: ShownValue[] }> {
  const row = (key: string, label: string, values: ShownValue[]) => ({ key: `${key} ${label}`, label, values });
  return [
    row('names', texts('names'), namesOf(profile)),
    ...aboutRows(profile).map(({ label, text, entries }) =>
      row('about', label, text === null ? [] : [said(text, entries)]),
    ),
    ...lineRows(profile).map(({ label, text, entries }) => row('line', label, [said(text, entries)])),
    row(
      'networks',
      texts('networksSection'),
      profile.socialNetworks.map((account) =>
        said(`${networkName(account.socialNetwork)}: ${account.id}`, entriesOf(profile, 'socialNetworks', account)),
      ),
    ),
    ...accountRows(profile).map(({ label, text, entries }) => row('account', label, [said(text, entries)])),
    ...lists.map(([field, label]) =>
      row(
        field,
        texts(label),
        profile[field].map((value) => said(value, entriesOf(profile, field, value))),
      ),
    ),
    row('sources', texts('sourcesSection'), profile.sources.map(plain)),
    row('confidence', texts('confidence'), [plain(formatDecimal(profile.confidence, 2))]),
  ];
}

/** What is said of these profiles field by field, in the order of a profile; null stands for one that is not known. */
export function compareRows(profiles: ReadonlyArray<Profile | null>): CompareRow[] {
  const sides = profiles.map((profile) => (profile === null ? [] : valuesOf(profile)));
  const rows = new Map(sides.flat().map(({ key, label }) => [key, label]));
  return [...rows].map(([key, label]) => ({
    key,
    label,
    sides: sides.map((side) => side.find((row) => row.key === key)?.values ?? []),
  }));
}
