import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mongoDiagnosis } from '@numscope/adapters/mongo';
import { openRecords } from '@numscope/mains';
import { createLogger, newId } from '@numscope/platform';
import { tempDir, testEngine } from '@numscope/testing';
import mongoose from 'mongoose';
import { type TestCertificates, testCertificates } from './secured/certificates.ts';
import { addressFrom, faultOf, passwordFile } from './secured/kit.ts';
import { tlsProxy, type TlsProxy } from './secured/tls-proxy.ts';

// The server that is built without Docker has neither TLS nor users: a proxy of the test's own ends TLS. What a server
// answers to a wrong user is held by its codes alone.
const log = createLogger('records', 'silent');
const dir = tempDir();
const { hostname, port } = new URL(testEngine('mongodb'));
const behind = { host: hostname, port: Number(port) };
const name = `secured_${newId()}`;
let certificates: TestCertificates;
let proxy: TlsProxy;
let mutual: TlsProxy;
let right: Record<string, string>;
const urlOf = (at: TlsProxy, more = ''): string => `mongodb://localhost:${at.port}/${name}?tls=true${more}`;

beforeAll(async () => {
  certificates = await testCertificates(dir.path);
  proxy = await tlsProxy(certificates.server, behind);
  mutual = await tlsProxy(certificates.server, behind, certificates.server.ca);
  right = { STORE_URL: urlOf(proxy), STORE_CA_FILE: certificates.ca };
});
afterAll(async () => {
  await proxy?.close();
  await mutual?.close();
  dir.remove();
});

const open = (env: Record<string, string>) => openRecords(addressFrom('STORE_URL', env), 'base', log, 30_000);
const fault = (env: Record<string, string>): Promise<string> => faultOf(open(env), ['hunter2']);

async function expectWorks(env: Record<string, string>): Promise<void> {
  const records = await open(env);
  const things = records.collection<{ _id: number }>('things');
  await things.insertOne({ _id: 1 });
  expect(await things.countDocuments()).toBe(1);
  await records.dropDatabase();
  await records.close();
}

describe('MongoDB by TLS', () => {
  it('keeps records', () => expectWorks(right));

  it('that wants a certificate keeps them for who shows it', () =>
    expectWorks({
      ...right,
      STORE_URL: urlOf(mutual),
      STORE_CERT_FILE: certificates.client.cert,
      STORE_KEY_FILE: certificates.client.key,
    }));
});

describe('a start at once says which setting to mend, where MongoDB', () => {
  it('has a certificate of another authority', async () => {
    expect(await fault({ ...right, STORE_CA_FILE: certificates.otherCa })).toMatch(/^STORE_CA_FILE: none of/);
    expect(await fault({ ...right, STORE_CA_FILE: '' })).toMatch(/^STORE_CA_FILE: is not set/);
  });

  it('has a certificate that expired', async () => {
    const old = await tlsProxy(certificates.expired, behind);
    expect(await fault({ ...right, STORE_URL: urlOf(old) })).toMatch(/^STORE_URL: the certificate of .* expired on /);
    await old.close();
  });

  it('wants a certificate of who comes', async () => {
    expect(await fault({ ...right, STORE_URL: urlOf(mutual) })).toMatch(/^STORE_CERT_FILE: is not set/);
  });

  it('speaks TLS and the address says none', async () => {
    expect(await fault({ STORE_URL: `mongodb://localhost:${proxy.port}/${name}` })).toMatch(/^STORE_URL: .*speaks TLS/);
  });

  it.each([
    [18, true, /^user$/],
    [8000, true, /^user$/],
    [13, true, /^rights$/],
    [13, false, /^nobody$/],
  ])('answers %i', (code, knowsUser, refusal) => {
    const env = {
      ...right,
      ...(knowsUser
        ? { STORE_USERNAME: 'numscope', STORE_PASSWORD_FILE: passwordFile(dir.path, 'store', 'hunter2') }
        : {}),
    };
    const { url, access } = addressFrom('STORE_URL', env);
    const answer = new mongoose.mongo.MongoServerError({ message: 'no', code });
    expect(mongoDiagnosis(url, access).refusalOf(answer)).toMatch(refusal);
  });
});
