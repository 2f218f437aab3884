import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { EngineAccess } from '@numscope/adapters/engine-access';
import { reasonOf } from '@numscope/platform/errors';
import { SettingsError } from '@numscope/platform/runtime/settings';
import * as z from 'zod';

/** What the settings of each engine begin with. */
export const engineNames = ['BUS', 'STORE', 'SEARCH', 'BLOB'] as const;
export type Engine = (typeof engineNames)[number];

/** The settings that say where the engines are. */
export type EngineUrl = `${Engine}_URL`;

/** Where an engine is, and as whom it is used. */
export interface EngineAddress {
  url: string;
  access: EngineAccess;
}

const MOST_PASSWORD_BYTES = 4096;
const MOST_PEM_BYTES = 1_000_000;

/** @throws Error that names the file and says why it cannot be used */
function textIn(file: string, mostBytes: number): string {
  let text: string;
  try {
    if (statSync(file).size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`the file ${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (text.trim() === '') throw new Error(`the file ${file} is empty`);
  return text;
}

function password(file: string): string {
  const text = textIn(file, MOST_PASSWORD_BYTES).replace(/\r?\n$/, '');
  if (/[\r\n\0]/.test(text))
    throw new Error(`the file ${file} must hold the password in its first line, and nothing else`);
  return text;
}

const certificatesOf = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (each) => new X509Certificate(each),
  );

function certificates(file: string): string {
  const text = textIn(file, MOST_PEM_BYTES);
  let found: X509Certificate[];
  try {
    found = certificatesOf(text);
  } catch (error) {
    throw new Error(`the file ${file} holds a certificate that cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (found.length === 0) throw new Error(`the file ${file} holds no certificate (PEM, "-----BEGIN CERTIFICATE-----")`);
  const now = new Date();
  const current = found.filter(({ validToDate }) => validToDate > now);
  if (current.length === 0)
    throw new Error(`the certificate in ${file} expired on ${found[0]?.validTo}; bring a new one`);
  return text;
}

function privateKey(file: string): string {
  const text = textIn(file, MOST_PEM_BYTES);
  try {
    createPrivateKey(text);
  } catch {
    throw new Error(`the file ${file} holds no private key without a passphrase (PEM)`);
  }
  return text;
}

/** The path of a file, of which its content is taken. */
const fileBy = (read: (file: string) => string) =>
  z
    .string()
    .transform((file, context) => {
      try {
        return read(file);
      } catch (error) {
        context.addIssue({ code: 'custom', message: reasonOf(error) });
        return z.NEVER;
      }
    })
    .optional();

const username = z.string().max(256, 'must have 256 characters at most').optional();
const passwordFile = fileBy(password);
export const certificateFile = fileBy(certificates);
const keyFile = fileBy(privateKey);

/** As whom each engine is used, and whom it is believed to be. */
export const accessShape = {
  BUS_USERNAME: username,
  BUS_PASSWORD_FILE: passwordFile,
  BUS_CA_FILE: certificateFile,
  BUS_CERT_FILE: certificateFile,
  BUS_KEY_FILE: keyFile,
  BUS_SASL_MECHANISM: z.enum(['scram-sha-512', 'scram-sha-256', 'plain']).default('scram-sha-512'),
  STORE_USERNAME: username,
  STORE_PASSWORD_FILE: passwordFile,
  STORE_CA_FILE: certificateFile,
  STORE_CERT_FILE: certificateFile,
  STORE_KEY_FILE: keyFile,
  SEARCH_USERNAME: username,
  SEARCH_PASSWORD_FILE: passwordFile,
  SEARCH_CA_FILE: certificateFile,
  SEARCH_CERT_FILE: certificateFile,
  SEARCH_KEY_FILE: keyFile,
  BLOB_USERNAME: username,
  BLOB_PASSWORD_FILE: passwordFile,
  BLOB_CA_FILE: certificateFile,
  BLOB_CERT_FILE: certificateFile,
  BLOB_KEY_FILE: keyFile,
};

type AccessSetting = keyof typeof accessShape;
export type Access = { [Name in AccessSetting]?: z.output<(typeof accessShape)[Name]> };

/** The prefix of a setting that says where an engine is; null: it is another setting. */
export const prefixOf = (name: string): Engine | null => engineNames.find((prefix) => name === `${prefix}_URL`) ?? null;

/** The settings that say as whom an engine is used. */
export const accessNames = (prefix: Engine): AccessSetting[] =>
  (Object.keys(accessShape) as AccessSetting[]).filter((name) => name.startsWith(`${prefix}_`));

const saysTls: Readonly<Record<Engine, { form: string; says(url: string): boolean }>> = {
  BUS: { form: 'kafka+ssl://host:port', says: (url) => url.startsWith('kafka+ssl:') },
  STORE: {
    form: 'mongodb://host:port/NAME?tls=true',
    says: (url) =>
      url.startsWith('mongodb+srv:') ? !/[?&](?:tls|ssl)=false/.test(url) : /[?&](?:tls|ssl)=true/.test(url),
  },
  SEARCH: { form: 'https://host:port', says: (url) => url.startsWith('https:') },
  BLOB: { form: 's3+https://host:port/bucket', says: (url) => url.startsWith('s3+https:') },
};

const userIn = (url: string): boolean => /^[a-z0-9+]+:\/\/[^/?#]*@/.test(url);

type Env = Readonly<Record<string, string | undefined>>;

/** What of one engine's settings does not go together, each setting for itself being right. */
export function accessFaults(prefix: Engine, env: Env): string[] {
  const given = (name: string): boolean => Boolean(env[`${prefix}_${name}`]);
  const url = env[`${prefix}_URL`];
  // Not set, or embedded: there is nothing to get into.
  if (!url || url === 'embedded') return [];
  const faults: string[] = [];
  const { form, says } = saysTls[prefix];
  if (userIn(url) && (given('USERNAME') || given('PASSWORD_FILE')))
    faults.push(
      `${prefix}_URL: has a user, and ${prefix}_USERNAME or ${prefix}_PASSWORD_FILE is set too; say it in one place`,
    );
  if (given('USERNAME') && !given('PASSWORD_FILE'))
    faults.push(
      `${prefix}_PASSWORD_FILE: is not set, though ${prefix}_USERNAME is; it names the file with the password`,
    );
  if (given('PASSWORD_FILE') && !given('USERNAME'))
    faults.push(`${prefix}_USERNAME: is not set, though ${prefix}_PASSWORD_FILE is`);
  if (given('CERT_FILE') !== given('KEY_FILE'))
    faults.push(`${prefix}_CERT_FILE, ${prefix}_KEY_FILE: a certificate and its key must be set together`);
  const forTls = ['CA_FILE', 'CERT_FILE'].filter(given).map((name) => `${prefix}_${name}`);
  if (forTls.length > 0 && !says(url))
    faults.push(`${forTls.join(', ')}: is set, and ${prefix}_URL says no TLS; write ${form}`);
  if (prefix === 'BUS' && env['BUS_SASL_MECHANISM'] === 'plain' && !says(url))
    faults.push(`BUS_SASL_MECHANISM: plain shows the password to the network; write ${form}, or take scram-sha-512`);
  if (prefix === 'BLOB' && !userIn(url) && !given('USERNAME') && !given('PASSWORD_FILE'))
    faults.push('BLOB_URL: has no key and secret; set BLOB_USERNAME and BLOB_PASSWORD_FILE to them');
  return faults;
}

/**
 * Brings together where an engine is and as whom it is used.
 * @throws SettingsError when certificate and key are no pair
 */
export function engineAddress(prefix: Engine, url: string, given: Access): EngineAddress {
  const cert = given[`${prefix}_CERT_FILE`] ?? null;
  const key = given[`${prefix}_KEY_FILE`] ?? null;
  if (cert !== null && key !== null && !certificatesOf(cert)[0]?.checkPrivateKey(createPrivateKey(key)))
    throw new SettingsError([`${prefix}_KEY_FILE: is not the key of the certificate in ${prefix}_CERT_FILE`]);
  return {
    url,
    access: {
      username: given[`${prefix}_USERNAME`] ?? null,
      password: given[`${prefix}_PASSWORD_FILE`] ?? null,
      ca: given[`${prefix}_CA_FILE`] ?? null,
      cert,
      key,
      saslMechanism: given.BUS_SASL_MECHANISM ?? 'scram-sha-512',
    },
  };
}
