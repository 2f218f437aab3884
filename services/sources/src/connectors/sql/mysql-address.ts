import { accessSync, constants, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import type { SslOptions } from 'mysql2';

/** How a URL of MySQL or MariaDB says that the way is encrypted, and whose certificate is taken: by the names of MySQL's own clients. */
const MODE = 'ssl-mode';
const AUTHORITY = 'ssl-ca';
const modes: Readonly<Record<string, SslOptions | null>> = {
  DISABLED: null,
  REQUIRED: { rejectUnauthorized: false },
  VERIFY_CA: {},
  VERIFY_IDENTITY: { verifyIdentity: true },
};
/** `ssl` is the driver's own, an object as JSON. */
const known: ReadonlySet<string> = new Set([MODE, AUTHORITY, 'ssl']);

const modeOf = (parameters: URLSearchParams): string =>
  parameters.get(MODE)?.toUpperCase() ?? (parameters.has(AUTHORITY) ? 'VERIFY_CA' : 'DISABLED');

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with what a URL says of encryption, or null: what is misspelt would be an open way that nobody wanted. */
export function faultOfMysqlAddress(url: string): string | null {
  if (!URL.canParse(url)) return 'is no URL: characters of a password that a URL does not allow are percent-encoded';
  const { searchParams, hostname } = new URL(url);
  const strange = [...searchParams.keys()].find((name) => /ssl|tls/i.test(name) && !known.has(name));
  if (strange !== undefined) return `knows no ${strange}: encryption is asked for by ${MODE} and ${AUTHORITY}`;
  const mode = modeOf(searchParams);
  if (!Object.hasOwn(modes, mode)) return `must have as ${MODE} one of ${Object.keys(modes).join(', ')}`;
  // The driver would look for `localhost` in the certificate.
  if (mode === 'VERIFY_IDENTITY' && isIP(hostname.replaceAll(/[[\]]/g, '')) > 0)
    return `must name its host, not an address, for ${MODE} VERIFY_IDENTITY to look for it in the certificate`;
  const file = searchParams.get(AUTHORITY);
  if (file === null) return null;
  if (!isAbsolute(file)) return `must name the file of ${AUTHORITY} by its full path`;
  return isReadable(file) ? null : `names by ${AUTHORITY} a file that cannot be read`;
}

/** The URL as the driver knows it, and how the way is encrypted. @throws Error when the file of `ssl-ca` cannot be read */
export function mysqlAddress(url: string): { uri: string; ssl?: SslOptions } {
  const address = new URL(url.replace(/^mariadb:/i, 'mysql:'));
  const ssl = modes[modeOf(address.searchParams)];
  const file = address.searchParams.get(AUTHORITY);
  for (const name of [MODE, AUTHORITY]) address.searchParams.delete(name);
  const uri = address.href;
  return ssl ? { uri, ssl: { ...ssl, ...(file === null ? {} : { ca: readFileSync(file, 'utf8') }) } } : { uri };
}
