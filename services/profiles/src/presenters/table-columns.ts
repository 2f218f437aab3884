import type {
  Disagreement,
  LineField,
  ListField,
  Profile,
  ProfileField,
  SingleField,
  SocialAccount,
  UnitedName,
} from '@numscope/contracts';
import { accountText, nameText } from '@numscope/contracts/cell-items';
import { lineFieldNames } from '@numscope/contracts/line-fields';
import { cellLists, joinCell } from '@numscope/contracts/list-cell';
import { byListField, fieldNames, isSingle } from '@numscope/contracts/profile-fields';

export type Cell = string | number | boolean | null;

type Column = (profile: Profile) => Cell;
type PlainList = Exclude<ListField, 'photos'>;

const texts = (items: readonly string[]): string => joinCell(items);

const textOf: { readonly [F in PlainList]: (items: Profile[F]) => string } = byListField({
  text: texts,
  name: (names: UnitedName[]) =>
    texts(names.flatMap(({ name, type, forms = [name] }) => forms.map((form) => nameText(form, type)))),
  email: (emails: string[]) => joinCell(emails, cellLists.email),
  phone: (phones: string[]) => joinCell(phones, cellLists.phone),
  account: (accounts: SocialAccount[]) => texts(accounts.map(accountText)),
  site: (sites: string[]) => joinCell(sites, cellLists.site),
  image: texts,
});
const listColumn =
  <F extends PlainList>(field: F): Column =>
  ({ [field]: items }) =>
    textOf[field](items);

const columnOf = (field: SingleField | PlainList): Column =>
  isSingle(field) ? (profile) => profile[field] : listColumn(field);

const columnsOf = (fields: ReadonlyArray<SingleField | PlainList>): Record<string, Column> =>
  Object.fromEntries(fields.map((field) => [field, columnOf(field)]));

/** These stand among what is computed of a profile. */
const seen = ['lastOnline', 'online'] as const satisfies SingleField[];
const isPlain = (field: ProfileField): field is SingleField | PlainList =>
  field !== 'photos' && !seen.some((one) => one === field);

const lineColumn =
  (field: LineField): Column =>
  ({ line }) => {
    const value = line?.[field] ?? null;
    return Array.isArray(value) ? texts(value) : value;
  };

/** What sources say of a field, one after the other. */
export const disagreementText = ({ field, values }: Disagreement): string =>
  `${field}: ${values.map(({ value, sources }) => `${String(value)} (${sources.join(', ')})`).join(' / ')}`;

/** Columns and how each is read from a profile; provenance and former holders as JSON, so that nothing is lost. */
export const tableColumns: Readonly<Record<string, Column>> = {
  phone: ({ phone }) => phone,
  ...columnsOf(fieldNames.filter(isPlain)),
  images: ({ images }) => texts(images),
  sources: ({ sources }) => texts(sources),
  confidence: ({ confidence }) => confidence,
  ...columnsOf(seen),
  disagreements: ({ disagreements }) => texts(disagreements.map(disagreementText)),
  'otherHolder.since': ({ otherHolder }) => otherHolder?.since ?? null,
  'otherHolder.likelihood': ({ otherHolder }) => otherHolder?.likelihood ?? null,
  'otherHolder.reasons': ({ otherHolder }) => texts(otherHolder?.reasons ?? []),
  ...Object.fromEntries(lineFieldNames.map((field) => [`line.${field}`, lineColumn(field)])),
  region: ({ numbering }) => numbering?.region ?? null,
  lineType: ({ numbering }) => numbering?.lineType ?? null,
  carrier: ({ numbering }) => numbering?.carrier ?? null,
  timeZones: ({ numbering }) => texts(numbering?.timeZones ?? []),
  jobs: ({ jobs }) => texts(jobs.map(String)),
  createdTimestamp: ({ createdTimestamp }) => createdTimestamp,
  timestamp: ({ timestamp }) => timestamp,
  provenance: ({ provenance }) => JSON.stringify(provenance),
  earlier: ({ earlier }) => (earlier.length === 0 ? null : JSON.stringify(earlier)),
  id: ({ id }) => id,
};
