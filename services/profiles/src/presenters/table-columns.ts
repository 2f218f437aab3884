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
import { lineFieldNames } from '@numscope/contracts/line-fields';
import { byListField, fieldNames, isSingle } from '@numscope/contracts/profile-fields';

export type Cell = string | number | boolean | null;

const many = (items: readonly string[]): string => items.join(' | ');

type Column = (profile: Profile) => Cell;
type PlainList = Exclude<ListField, 'photos'>;

const textOf: { readonly [F in PlainList]: (items: Profile[F]) => string } = byListField({
  text: many,
  name: (names: UnitedName[]) =>
    many(names.flatMap(({ name, type, forms = [name] }) => forms.map((form) => `${form} (${type})`))),
  email: many,
  phone: many,
  account: (accounts: SocialAccount[]) => many(accounts.map(({ id, socialNetwork }) => `${socialNetwork}: ${id}`)),
  site: many,
  image: many,
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
    return Array.isArray(value) ? many(value) : value;
  };

/** What sources say of a field, one after the other. */
export const disagreementText = ({ field, values }: Disagreement): string =>
  `${field}: ${values.map(({ value, sources }) => `${String(value)} (${sources.join(', ')})`).join(' / ')}`;

/** Columns and how each is read from a profile; provenance and former holders as JSON, so that nothing is lost. */
export const tableColumns: Readonly<Record<string, Column>> = {
  phone: ({ phone }) => phone,
  ...columnsOf(fieldNames.filter(isPlain)),
  images: ({ images }) => many(images),
  sources: ({ sources }) => many(sources),
  confidence: ({ confidence }) => confidence,
  ...columnsOf(seen),
  disagreements: ({ disagreements }) => many(disagreements.map(disagreementText)),
  'otherHolder.since': ({ otherHolder }) => otherHolder?.since ?? null,
  'otherHolder.likelihood': ({ otherHolder }) => otherHolder?.likelihood ?? null,
  'otherHolder.reasons': ({ otherHolder }) => many(otherHolder?.reasons ?? []),
  ...Object.fromEntries(lineFieldNames.map((field) => [`line.${field}`, lineColumn(field)])),
  region: ({ numbering }) => numbering?.region ?? null,
  lineType: ({ numbering }) => numbering?.lineType ?? null,
  carrier: ({ numbering }) => numbering?.carrier ?? null,
  timeZones: ({ numbering }) => many(numbering?.timeZones ?? []),
  jobs: ({ jobs }) => many(jobs.map(String)),
  createdTimestamp: ({ createdTimestamp }) => createdTimestamp,
  timestamp: ({ timestamp }) => timestamp,
  provenance: ({ provenance }) => JSON.stringify(provenance),
  earlier: ({ earlier }) => (earlier.length === 0 ? null : JSON.stringify(earlier)),
  id: ({ id }) => id,
};
