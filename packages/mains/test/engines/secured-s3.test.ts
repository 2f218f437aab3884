import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBlobs } from '@numscope/mains';
import { engineFiles } from '@numscope/mains/keys/make-engine-keys';
import { createLogger } from '@numscope/platform';
import { tempDir, testEngine } from '@numscope/testing';
import { type TestCertificates, testCertificates } from './secured/certificates.ts';
import { addressFrom, faultOf, passwordFile } from './secured/kit.ts';
import { type OwnMinio, secretOf, startMinio, USER } from './secured/own-minio.ts';
import { tlsProxy } from './secured/tls-proxy.ts';

const log = createLogger('blobs', 'silent');
const dir = tempDir();
let certificates: TestCertificates;
let minio: OwnMinio;
let right: Record<string, string>;

beforeAll(async () => {
  certificates = await testCertificates(dir.path);
  minio = await startMinio(dir.path, certificates);
  right = {
    BLOB_URL: `s3+https://localhost:${minio.port}/secured`,
    BLOB_USERNAME: USER,
    BLOB_PASSWORD_FILE: engineFiles.password(certificates.keys, 'blob'),
    BLOB_CA_FILE: certificates.ca,
  };
});
afterAll(async () => {
  await minio?.close();
  dir.remove();
});

const open = (env: Record<string, string>) => openBlobs(addressFrom('BLOB_URL', env), log, 60_000);
const fault = (env: Record<string, string>): Promise<string> => faultOf(open(env), [secretOf(certificates), 'hunter2']);

it('an S3 by TLS keeps blobs for who has the key and the secret, in files or in the address', async () => {
  const store = await open(right);
  await store.put('a', Buffer.from('of a'), 'text/plain');
  await store.close();
  const { BLOB_CA_FILE = '' } = right;
  const entry = `${USER}:${encodeURIComponent(secretOf(certificates))}`;
  const again = await open({ BLOB_URL: `s3+https://${entry}@localhost:${minio.port}/secured`, BLOB_CA_FILE });
  expect(await again.stat('a')).toMatchObject({ bytes: 4 });
  await again.close();
});

describe('a start at once says which setting to mend, where the S3', () => {
  it('does not take the secret', async () => {
    const BLOB_PASSWORD_FILE = passwordFile(dir.path, 'wrong', 'hunter2');
    expect(await fault({ ...right, BLOB_PASSWORD_FILE })).toMatch(
      /^BLOB_USERNAME, BLOB_PASSWORD_FILE: .*does not take/,
    );
  });

  it('does not know the key', async () => {
    expect(await fault({ ...right, BLOB_USERNAME: 'nobody' })).toMatch(/^BLOB_USERNAME, BLOB_PASSWORD_FILE: /);
  });

  it('does not take the secret of the address', async () => {
    const { BLOB_CA_FILE = '' } = right;
    const BLOB_URL = `s3+https://${USER}:hunter2@localhost:${minio.port}/secured`;
    expect(await fault({ BLOB_URL, BLOB_CA_FILE })).toMatch(/^BLOB_URL: the engine does not take/);
  });

  it('has a certificate of another authority', async () => {
    expect(await fault({ ...right, BLOB_CA_FILE: certificates.otherCa })).toMatch(/^BLOB_CA_FILE: none of/);
    expect(await fault({ ...right, BLOB_CA_FILE: '' })).toMatch(/^BLOB_CA_FILE: is not set/);
  });

  it('has a certificate that expired', async () => {
    const { hostname, port } = new URL(testEngine('s3').slice('s3+'.length));
    const proxy = await tlsProxy(certificates.expired, { host: hostname, port: Number(port) });
    const said = await fault({ ...right, BLOB_URL: `s3+https://localhost:${proxy.port}/secured` });
    expect(said).toMatch(/^BLOB_URL: the certificate of localhost:\d+ expired on /);
    await proxy.close();
  });

  it('speaks TLS and the address says none', async () => {
    const { BLOB_USERNAME = '', BLOB_PASSWORD_FILE = '' } = right;
    const BLOB_URL = `s3+http://localhost:${minio.port}/secured`;
    expect(await fault({ BLOB_URL, BLOB_USERNAME, BLOB_PASSWORD_FILE })).toMatch(/^BLOB_URL: .*speaks TLS/);
  });

  it('speaks no TLS and the address says it', async () => {
    const { host } = new URL(testEngine('s3').slice('s3+'.length));
    expect(await fault({ ...right, BLOB_URL: `s3+https://${host}/secured` })).toMatch(
      /^BLOB_URL: the address says TLS .* does not speak it/,
    );
  });
});
