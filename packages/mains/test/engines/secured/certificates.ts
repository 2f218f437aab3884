import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certified, certify, makeAuthority } from '@numscope/mains/keys/certificates';
import { engineFiles, makeEngineKeys } from '@numscope/mains/keys/make-engine-keys';

const DAY_MS = 86_400_000;

/** The certificates of a test: a server's, one that is over, a client's, and an authority that signed none of them. */
export interface TestCertificates {
  /** The folder that `make-engine-keys` made. */
  keys: string;
  /** Files. */
  ca: string;
  otherCa: string;
  client: { cert: string; key: string };
  server: Certified & { ca: string };
  expired: Certified;
  /** For another host. */
  elsewhere: Certified;
}

export async function testCertificates(dir: string): Promise<TestCertificates> {
  const keys = join(dir, 'keys');
  await makeEngineKeys(keys, { names: {} });
  const authority = {
    cert: readFileSync(engineFiles.authorityCertificate(keys), 'utf8'),
    key: readFileSync(engineFiles.authority(keys), 'utf8'),
  };
  const other = await makeAuthority(30);
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text, { mode: 0o600 });
    return join(dir, name);
  };
  const client = await certify(authority, ['numscope'], Date.now() + DAY_MS);
  return {
    keys,
    ca: engineFiles.authorityCertificate(keys),
    otherCa: file('other-ca.pem', other.cert),
    client: { cert: file('client.pem', client.cert), key: file('client-key.pem', client.key) },
    server: { ...(await certify(authority, ['localhost', '127.0.0.1'], Date.now() + DAY_MS)), ca: authority.cert },
    expired: await certify(authority, ['localhost', '127.0.0.1'], Date.now() - DAY_MS, Date.now() - 10 * DAY_MS),
    elsewhere: await certify(authority, ['kafka.example'], Date.now() + DAY_MS),
  };
}
