import { isIP } from 'node:net';
import { parseKafkaUrl } from '@numscope/adapters/kafka-url';
import { parseS3Url } from '@numscope/adapters/s3-url';
import { reasonOf } from '@numscope/platform/errors';

/** What is wrong with an address, or null. Addresses may hold passwords: none of these texts repeats one. */
export type AddressFault = (text: string) => string | null;

export const kafkaFault: AddressFault = (text) => {
  try {
    parseKafkaUrl(text);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
};

/**
 * Settings that the address of MongoDB may have with this value alone, or (null) not at all: what was decided must be
 * read as it is now, by whoever decides next, and must stay. The driver takes their names in any case.
 */
const settledOfMongo: ReadonlyMap<string, string | null> = new Map([
  ['readpreference', 'primary'],
  ['readpreferencetags', null],
  ['maxstalenessseconds', null],
  // Set at all it takes the place of `snapshot`, by which backups read.
  ['readconcernlevel', null],
  ['w', 'majority'],
  ['journal', 'true'],
  ['j', 'true'],
]);

export const mongoFault: AddressFault = (text) => {
  if (!/^mongodb(\+srv)?:\/\/[^/\s]+(\/[\w-]*)?(\?\S*)?$/.test(text))
    return 'must look like mongodb://host:port or mongodb://host:port,host:port/name';
  for (const [name, value] of new URLSearchParams(text.split('?').slice(1).join('?'))) {
    const settled = settledOfMongo.get(name.toLowerCase());
    if (settled === undefined || settled === value) continue;
    return `has the setting ${name}, which must be ${settled === null ? 'left out' : `${settled} or left out`}: records are read from the primary alone, and written to the majority and its journal`;
  }
  return null;
};

/** Whether each % of a text begins the code of a sign. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const elasticFault: AddressFault = (text) => {
  const form = 'must look like http://host:port or https://user:password@host:port, and if wanted ?prefix=NAME';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return form;
  const { searchParams, username, password } = new URL(text);
  if (!isEncoded(username) || !isEncoded(password))
    return 'has a user or a password with a % that begins nothing: write %25 for it';
  const unknown = [...searchParams.keys()].find((name) => name !== 'prefix');
  if (unknown !== undefined) return `has a setting that is not known, ${unknown}; it ${form}`;
  const prefix = searchParams.get('prefix') ?? '';
  return /^([a-z0-9][a-z0-9_-]*)?$/.test(prefix)
    ? null
    : `has a prefix of other signs than small letters, digits, - and _, or one that does not begin with a letter or digit; it ${form}`;
};

export const blobsFault: AddressFault = (text) => {
  try {
    parseS3Url(text);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
};

/** An origin alone, as URLs compare: in small letters, and without the port that its protocol has anyway. Null: it is none. */
function originOf(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { origin, username, password, pathname, search, hash } = new URL(text);
  const isPlain = username === '' && password === '' && pathname === '/' && search === '' && hash === '';
  return isPlain && !/[?#]$/.test(text) ? origin : null;
}

/** The parts of a list with commas. */
export const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The instances of a service, with commas between. */
export const originsOf = (text: string): string[] => partsOf(text).map((part) => originOf(part) ?? part);

export const originsFault: AddressFault = (text) => {
  const origins = partsOf(text);
  const wrong = origins.findIndex((origin) => originOf(origin) === null);
  if (origins.length > 0 && wrong < 0) return null;
  const which = origins.length > 1 ? ` (its address ${wrong + 1} does not)` : '';
  return `must look like http://host:port, for several instances with commas between${which}`;
};

const named = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An address, or a range (`10.0.0.0/8`). */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const host = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)(?::(\d{1,5}))?$/i;

/** A host or an address, with or without a port; IPv6 in brackets. */
export const isHost = (text: string): boolean => host.test(text) && URL.canParse(`http://${text}/`);

/** An address, a range, or one of the names for ranges. */
export const isProxyRange = (text: string): boolean => named.has(text) || isRange(text);

/** Whether a text is the address of a syslog server by TCP or TLS: a host and a port, and nothing else. */
export function isSyslogAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, pathname, search, hash } = new URL(text);
  const isPlain = username === '' && /^\/?$/.test(pathname) && search === '' && hash === '';
  return /^syslog\+t(ls|cp):$/.test(protocol) && hostname !== '' && port !== '' && isPlain;
}
