import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFaceIndex, openIndex } from '@numscope/mains';
import { createLogger, newId } from '@numscope/platform';
import { tempDir, testSearch } from '@numscope/testing';
import { type TestCertificates, testCertificates } from './secured/certificates.ts';
import { addressFrom, faultOf, passwordFile } from './secured/kit.ts';
import { basicProxy, tlsProxy, type TlsProxy } from './secured/tls-proxy.ts';

// The Elasticsearch that is built without Docker has no security of its own: a proxy of the test's own ends TLS and asks
// for the user (RFC 7617), as Elasticsearch does.
const log = createLogger('index', 'silent');
const dir = tempDir();
const password = 'gehe1m:und/lang';
const search = testSearch();
const { hostname, port } = new URL(search.url);
const behind = { host: hostname, port: Number(port) };
let certificates: TestCertificates;
let proxy: TlsProxy;
let right: Record<string, string>;

beforeAll(async () => {
  certificates = await testCertificates(dir.path);
  proxy = await basicProxy(certificates.server, behind, `elastic:${password}`);
  right = {
    SEARCH_URL: `https://localhost:${proxy.port}?prefix=${search.prefix}`,
    SEARCH_USERNAME: 'elastic',
    SEARCH_PASSWORD_FILE: passwordFile(dir.path, 'search-password', password),
    SEARCH_CA_FILE: certificates.ca,
  };
});
afterAll(async () => {
  await proxy?.close();
  await search.dispose();
  dir.remove();
});

const open = (env: Record<string, string>) => openIndex(addressFrom('SEARCH_URL', env), log);
const fault = (env: Record<string, string>): Promise<string> => faultOf(open(env), [password, 'hunter2']);

it('Elasticsearch by TLS serves who knows the password', async () => {
  const index = await open(right);
  await index.check();
  expect(await index.count()).toBe(0);
  await index.close();
  const faces = await openFaceIndex(addressFrom('SEARCH_URL', right), { model: `m${newId()}`, length: 8 });
  await faces?.check();
  await faces?.close();
});

describe('a start at once says which setting to mend, where Elasticsearch', () => {
  it('does not take the password', async () => {
    const SEARCH_PASSWORD_FILE = passwordFile(dir.path, 'wrong', 'hunter2');
    expect(await fault({ ...right, SEARCH_PASSWORD_FILE })).toMatch(/^SEARCH_USERNAME, SEARCH_PASSWORD_FILE: /);
  });

  it('wants a user', async () => {
    const { SEARCH_URL = '', SEARCH_CA_FILE = '' } = right;
    expect(await fault({ SEARCH_URL, SEARCH_CA_FILE })).toMatch(/^SEARCH_USERNAME: the engine wants a user/);
  });

  it('has a certificate of another authority', async () => {
    expect(await fault({ ...right, SEARCH_CA_FILE: certificates.otherCa })).toMatch(/^SEARCH_CA_FILE: none of/);
    expect(await fault({ ...right, SEARCH_CA_FILE: '' })).toMatch(/^SEARCH_CA_FILE: is not set/);
  });

  it('has a certificate that expired', async () => {
    const old = await tlsProxy(certificates.expired, behind);
    expect(await fault({ ...right, SEARCH_URL: `https://localhost:${old.port}` })).toMatch(
      /^SEARCH_URL: the certificate of localhost:\d+ expired on /,
    );
    await old.close();
  });

  it('speaks TLS and the address says none', async () => {
    const { SEARCH_USERNAME = '', SEARCH_PASSWORD_FILE = '' } = right;
    const SEARCH_URL = `http://localhost:${proxy.port}`;
    expect(await fault({ SEARCH_URL, SEARCH_USERNAME, SEARCH_PASSWORD_FILE })).toMatch(/^SEARCH_URL: .*speaks TLS/);
  });

  it('speaks no TLS and the address says it', async () => {
    expect(await fault({ ...right, SEARCH_URL: `https://${hostname}:${port}` })).toMatch(
      /^SEARCH_URL: the address says TLS .* does not speak it/,
    );
  });
});
