import type { Profile } from '@numscope/contracts';
import type { Digest } from './digest.ts';

type Cell = string | number | boolean | null;

const many = (items: readonly string[]): string => items.join(' | ');

/** Columns and how each is read from a profile; provenance as JSON, so that nothing is lost. */
const columns: Readonly<Record<string, (profile: Profile) => Cell>> = {
  phone: ({ phone }) => phone,
  names: ({ names }) => many(names.map(({ name, type }) => `${name} (${type})`)),
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  maidenName: ({ maidenName }) => maidenName,
  birthDate: ({ birthDate }) => birthDate,
  gender: ({ gender }) => gender,
  married: ({ married }) => married,
  religion: ({ religion }) => religion,
  political: ({ political }) => political,
  city: ({ city }) => city,
  country: ({ country }) => country,
  university: ({ university }) => university,
  universityYearEnd: ({ universityYearEnd }) => universityYearEnd,
  faculty: ({ faculty }) => faculty,
  chair: ({ chair }) => chair,
  about: ({ about }) => about,
  emails: ({ emails }) => many(emails),
  phones: ({ phones }) => many(phones),
  addresses: ({ addresses }) => many(addresses),
  socialNetworks: ({ socialNetworks }) => many(socialNetworks.map(({ id, socialNetwork }) => `${socialNetwork}: ${id}`)),
  friends: ({ friends }) => many(friends),
  schools: ({ schools }) => many(schools),
  work: ({ work }) => many(work),
  sites: ({ sites }) => many(sites),
  additionalContact: ({ additionalContact }) => many(additionalContact),
  images: ({ images }) => many(images),
  sources: ({ sources }) => many(sources),
  confidence: ({ confidence }) => confidence,
  lastOnline: ({ lastOnline }) => lastOnline,
  online: ({ online }) => online,
  region: ({ numbering }) => numbering?.region ?? null,
  lineType: ({ numbering }) => numbering?.lineType ?? null,
  carrier: ({ numbering }) => numbering?.carrier ?? null,
  timeZones: ({ numbering }) => many(numbering?.timeZones ?? []),
  jobs: ({ jobs }) => many(jobs.map(String)),
  createdTimestamp: ({ createdTimestamp }) => createdTimestamp,
  timestamp: ({ timestamp }) => timestamp,
  provenance: ({ provenance }) => JSON.stringify(provenance),
};

const BYTE_ORDER_MARK = '\uFEFF';
const header = `${BYTE_ORDER_MARK}${Object.keys(columns).join(';')}\r\n`;

/** A text that a spreadsheet would run as a formula is told to be text. A phone is a number to it, and stays. */
const asText = (text: string): string => (/^(?:[=@\t\r]|[+-](?!\d+$))/.test(text) ? `'${text}` : text);

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = asText(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (profile: Profile): string =>
  `${Object.values(columns)
    .map((read) => cellText(read(profile)))
    .join(';')}\r\n`;

/** Semicolons and a byte-order mark, as all CSV of the product. */
export async function* csvExport(slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<string> {
  yield digest.add(header, 0);
  for await (const profiles of slices) {
    const lines = profiles.map((text) => line(JSON.parse(text) as Profile));
    if (lines.length > 0) yield digest.add(lines.join(''), lines.length);
  }
}
