import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distributedSettings } from '@numscope/mains/read-settings';
import { settingsFaults, tempDir } from '@numscope/testing';
import { certify, makeAuthority } from '../src/keys/certificates.ts';

const dir = tempDir();
const DAY_MS = 86_400_000;
const file = (name: string, text: string): string => {
  writeFileSync(join(dir.path, name), text);
  return join(dir.path, name);
};
let files: Record<'ca' | 'cert' | 'key' | 'otherKey' | 'old', string>;
const password = file('password', 'gehe1m\n');
const BUS_URL = 'kafka+ssl://one:9092';

beforeAll(async () => {
  const authority = await makeAuthority(30);
  const [own, other] = [
    await certify(authority, ['numscope'], Date.now() + DAY_MS),
    await certify(authority, ['numscope'], Date.now() + DAY_MS),
  ];
  const old = await certify(authority, ['numscope'], Date.now() - DAY_MS, Date.now() - 3 * DAY_MS);
  files = {
    ca: file('ca.pem', authority.cert),
    cert: file('own.pem', own.cert),
    key: file('own-key.pem', own.key),
    otherKey: file('other-key.pem', other.key),
    old: file('old.pem', old.cert),
  };
});
afterAll(() => dir.remove());

const faults = (env: Record<string, string>): readonly string[] =>
  settingsFaults(() => distributedSettings(['BUS_URL', 'BLOB_URL'], { BLOB_URL: 's3+http://k:s@one/bucket', ...env }));

it('as whom an engine is used comes from settings and mounted files', () => {
  const { STORE_URL } = distributedSettings(['STORE_URL'], {
    STORE_URL: 'mongodb://one:27017/numscope?tls=true',
    STORE_USERNAME: 'numscope',
    STORE_PASSWORD_FILE: password,
    STORE_CA_FILE: files.ca,
    STORE_CERT_FILE: files.cert,
    STORE_KEY_FILE: files.key,
  });
  expect(STORE_URL.access).toMatchObject({
    username: 'numscope',
    password: 'gehe1m',
    ca: expect.stringContaining('BEGIN CERTIFICATE'),
    key: expect.stringContaining('BEGIN PRIVATE KEY'),
  });
});

describe('settings of an engine that do not go together are all named', () => {
  const cases: Array<[string, () => Record<string, string>, RegExp[]]> = [
    ['a user without a password', () => ({ BUS_URL, BUS_USERNAME: 'me' }), [/^BUS_PASSWORD_FILE: is not set/]],
    ['a password without a user', () => ({ BUS_URL, BUS_PASSWORD_FILE: password }), [/^BUS_USERNAME: is not set/]],
    [
      'an authority without TLS, and the plain way without it',
      () => ({
        BUS_URL: 'kafka://one:9092',
        BUS_CA_FILE: files.ca,
        BUS_USERNAME: 'me',
        BUS_PASSWORD_FILE: password,
        BUS_SASL_MECHANISM: 'plain',
      }),
      [/^BUS_CA_FILE: is set, and BUS_URL says no TLS/, /^BUS_SASL_MECHANISM: plain shows the password/],
    ],
    [
      'a certificate without its key',
      () => ({ BUS_URL, BUS_CERT_FILE: files.cert }),
      [/^BUS_CERT_FILE, BUS_KEY_FILE: /],
    ],
    [
      'a certificate with the key of another',
      () => ({ BUS_URL, BUS_CERT_FILE: files.cert, BUS_KEY_FILE: files.otherKey }),
      [/^BUS_KEY_FILE: is not the key of the certificate/],
    ],
    [
      'a user in the address and one beside',
      () => ({ BUS_URL, BLOB_USERNAME: 'me', BLOB_PASSWORD_FILE: password }),
      [/^BLOB_URL: has a user, and .* say it in one place/],
    ],
    [
      'no key and secret',
      () => ({ BUS_URL, BLOB_URL: 's3+https://one/bucket' }),
      [/^BLOB_URL: has no key and secret; set BLOB_USERNAME/],
    ],
    [
      'files that are not there, empty or of something else',
      () => ({
        BUS_URL,
        BUS_USERNAME: 'me',
        BUS_PASSWORD_FILE: join(dir.path, 'none'),
        BUS_CA_FILE: file('empty', '\n'),
        BUS_CERT_FILE: files.key,
        BUS_KEY_FILE: files.cert,
      }),
      [
        /^BUS_PASSWORD_FILE: the file .*none cannot be read: ENOENT/,
        /^BUS_CA_FILE: the file .*empty is empty/,
        /^BUS_CERT_FILE: the file .* holds no certificate/,
        /^BUS_KEY_FILE: the file .* holds no private key/,
      ],
    ],
    [
      'a certificate that is over',
      () => ({ BUS_URL, BUS_CA_FILE: files.old }),
      [/^BUS_CA_FILE: the certificate in .* expired on/],
    ],
    [
      'a password of two lines',
      () => ({ BUS_URL, BUS_USERNAME: 'me', BUS_PASSWORD_FILE: file('two', 'hunter2\nhunter3\n') }),
      [/^BUS_PASSWORD_FILE: (?!.*hunter).* must hold the password in its first line/],
    ],
    ['another mechanism', () => ({ BUS_URL, BUS_SASL_MECHANISM: 'gssapi' }), [/^BUS_SASL_MECHANISM: .*scram-sha-512/]],
  ];
  it.each(cases)('%s', (_what, env, expected) => {
    const found = faults(env());
    expect(found).toEqual(expected.map((each) => expect.stringMatching(each)));
  });
});
