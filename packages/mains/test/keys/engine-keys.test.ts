import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { makeEngineKeys, securedEngines } from '../../src/keys/make-engine-keys.ts';

let dir: ReturnType<typeof tempDir>;
beforeEach(async () => {
  dir = tempDir();
  await make();
});
afterEach(() => dir.remove());

const services = { uid: 1000, gid: 1000 };
const make = (names: Record<string, string[]> = {}) => makeEngineKeys(dir.path, { names, services });
const pathOf = (file: string): string => join(dir.path, file);
const read = (file: string): string => readFileSync(pathOf(file), 'utf8');
const over = (file: string, content: string): void => {
  rmSync(pathOf(file));
  writeFileSync(pathOf(file), content, { mode: 0o400 });
};

/** The files with the certificate and the key of each engine, the certificate last. */
const certificates = securedEngines.map(({ name, certificate }) =>
  Object.keys(certificate({ cert: '', key: '' })).map((file) => `${name}/${file}`),
);
const isPair = (files: readonly string[]): boolean => {
  const pem = files.map(read).join('');
  return new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem));
};

it('makes what is missing, and nothing twice', async () => {
  expect(certificates.map(isPair)).toEqual(securedEngines.map(() => true));
  expect(await make()).toEqual([]);
});

it.each(certificates.map((files) => [files]))(
  'makes %j anew where one of them is missing, or broken',
  async (files) => {
    for (const file of files) {
      rmSync(pathOf(file));
      expect(await make()).toContain(pathOf(file));
      expect(isPair(files)).toBe(true);
      over(file, 'half of a');
      expect(await make()).toContain(pathOf(file));
      expect(isPair(files)).toBe(true);
    }
  },
);

it.each(certificates.filter(({ length }) => length > 1))(
  'makes %s anew where it does not belong to %s, as after a renewal that was stopped',
  async (key, cert) => {
    over(key ?? '', read('kafka/server.pem').split('-----BEGIN CERTIFICATE')[0] ?? '');
    expect(await make()).toEqual([pathOf(key ?? ''), pathOf(cert ?? '')]);
    expect(isPair([key ?? '', cert ?? ''])).toBe(true);
  },
);

it('makes a certificate anew when its names change, whether more or fewer, by the same authority', async () => {
  const ca = read('authority/ca.pem');
  const subjects = (): string =>
    new X509Certificate(read('kafka/server.pem').slice(read('kafka/server.pem').indexOf('-----BEGIN CERT')))
      .subjectAltName ?? '';
  const names = { kafka: ['kafka.Engines', '10.0.0.7', '2001:DB8::7'] };
  expect(await make(names)).toEqual([pathOf('kafka/server.pem')]);
  expect(subjects()).toMatch(/DNS:kafka\.engines, IP Address:10\.0\.0\.7, IP Address:2001:DB8/i);
  expect(isPair(['kafka/server.pem'])).toBe(true);
  // However they are written, and in whatever order.
  expect(await make({ kafka: ['2001:db8:0::7', 'KAFKA.engines', '10.0.0.7', 'localhost'] })).toEqual([]);
  expect(await make({ kafka: ['10.0.0.7'] })).toEqual([pathOf('kafka/server.pem')]);
  expect(subjects()).not.toMatch(/engines/i);
  expect(await make()).toEqual([pathOf('kafka/server.pem')]);
  expect(read('authority/ca.pem')).toBe(ca);
});

it('keeps the passwords, and makes up those of which nothing was written', async () => {
  const kept = read('bus/password');
  over('store/password', '');
  await make();
  expect(read('bus/password')).toBe(kept);
  expect(read('store/password').trim()).toHaveLength(43);
  expect(read('mongodb/password')).toBe(read('store/password'));
});

it('gives away what whoever was stopped had not yet given', async () => {
  // Only the administrator of a machine can; in a container it is he who makes them. Who cannot keeps all.
  const mayGive = process.getuid?.() === 0;
  const files = [
    'kafka/server.pem',
    'elasticsearch/server.key',
    'kafka/user.properties',
    'mongodb/administrator-password',
  ];
  const all = [...files, 'bus/password', 'bus/ca.pem', 'bus'];
  const ownerOf = (file: string): string => {
    const { uid, gid } = statSync(pathOf(file));
    return `${file} ${uid}:${gid}`;
  };
  const owners = all.map(ownerOf);
  const own = `${process.getuid?.()}:${process.getgid?.()}`;
  const given = [
    'kafka/server.pem 1000:1000',
    'elasticsearch/server.key 1000:0',
    'kafka/user.properties 1000:1000',
    'mongodb/administrator-password 999:999',
    'bus/password 1000:1000',
    'bus/ca.pem 1000:1000',
    'bus 1000:1000',
  ];
  expect(owners).toEqual(mayGive ? given : all.map((file) => `${file} ${own}`));
  if (mayGive) for (const file of all) chownSync(pathOf(file), 0, 0);
  expect(await make()).toEqual([]);
  expect(all.map(ownerOf)).toEqual(owners);
});
