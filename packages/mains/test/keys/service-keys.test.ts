import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callerNames } from '@numscope/contracts';
import { TokenVerifier } from '@numscope/platform';
import { settingsFaults, tempDir } from '@numscope/testing';
import { makeKeysCommand } from '../../src/keys/key-commands.ts';
import { keyFiles, keysIn, makeKeys, makeNextKey, prunePublicKeys } from '../../src/keys/make-keys.ts';
import { loadServiceIdentity, readServiceKeys } from '../../src/keys/service-keys.ts';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir();
});
afterEach(() => dir.remove());

const filesOf = (name: (typeof callerNames)[number]) => ({
  own: keyFiles.own(dir.path, name),
  all: keyFiles.all(dir.path),
});
const allText = (): string => readFileSync(keyFiles.all(dir.path), 'utf8');
const contents = (): string[] => keysIn(dir.path).map((file) => readFileSync(file, 'utf8'));
describe('the keys of an installation', () => {
  it('are made in one go: one for the tokens, one for each process, and the public ones of those', () => {
    makeKeys(dir.path);
    for (const file of [
      keyFiles.token(dir.path),
      keyFiles.factors(dir.path),
      ...callerNames.map((name) => keyFiles.own(dir.path, name)),
    ])
      expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readServiceKeys(allText()).map(({ service }) => service)).toEqual([...callerNames]);
    expect(allText()).not.toContain('"d"');
  });

  it('let each process be known as itself and as nobody else', () => {
    makeKeys(dir.path);
    for (const name of callerNames) {
      const { credentials, serviceKeys } = loadServiceIdentity(name, filesOf(name));
      expect(new TokenVerifier(serviceKeys).verify(credentials.token()).service).toBe(name);
    }
    const [fault] = settingsFaults(() => loadServiceIdentity('jobs', filesOf('gateway')));
    expect(fault).toMatch(/^SERVICE_KEY: .*gateway\/service-key\.pem is not a key of jobs: .* as that of gateway/);
  });

  it('are not overwritten; what is missing is made if asked for', () => {
    expect(makeKeysCommand(['--to', dir.path])).toBe(0);
    const before = contents();
    expect(makeKeysCommand(['--to', dir.path])).toBe(1);
    expect(makeKeysCommand(['--to', dir.path, '--missing'])).toBe(0);
    expect(contents()).toEqual(before);
    renameSync(keyFiles.own(dir.path, 'jobs'), join(dir.path, 'elsewhere.pem'));
    expect(makeKeysCommand(['--to', dir.path, '--missing'])).toBe(0);
    expect(settingsFaults(() => loadServiceIdentity('jobs', filesOf('jobs')))).toEqual([]);
  });

  it('of one service change with both known in between', () => {
    makeKeys(dir.path);
    const before = loadServiceIdentity('jobs', filesOf('jobs'));
    const next = makeNextKey(dir.path, 'jobs');
    expect(() => makeNextKey(dir.path, 'jobs')).toThrow('is there already');
    const both = new TokenVerifier(readServiceKeys(allText()));
    renameSync(next, keyFiles.own(dir.path, 'jobs'));
    const after = loadServiceIdentity('jobs', filesOf('jobs'));
    for (const { credentials } of [before, after]) expect(both.verify(credentials.token()).service).toBe('jobs');
    prunePublicKeys(dir.path);
    const settled = new TokenVerifier(readServiceKeys(allText()));
    expect(settled.verify(after.credentials.token()).service).toBe('jobs');
    expect(() => settled.verify(before.credentials.token())).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }));
  });
});

describe('a start', () => {
  beforeEach(() => void makeKeys(dir.path));
  const change = (work: (keys: Array<Record<string, unknown>>) => unknown): void => {
    const { keys } = JSON.parse(allText());
    writeFileSync(keyFiles.all(dir.path), JSON.stringify({ keys: work(keys) ?? keys }));
  };

  it.each([
    ['is not there', () => renameSync(keyFiles.all(dir.path), join(dir.path, 'gone')), /ENOENT/],
    ['is no JSON', () => writeFileSync(keyFiles.all(dir.path), '{'), /it is no JSON/],
    ['is no set', () => writeFileSync(keyFiles.all(dir.path), '[]'), /it is no set of keys/],
    [
      'has a private part',
      () => change((keys) => keys.map((key) => ({ ...key, d: 'secret' }))),
      /key 1 in it has a private part/,
    ],
    [
      'lacks a service',
      () => change((keys) => keys.filter(({ service }) => service !== 'images')),
      /it has no key of images/,
    ],
    [
      'names a service that there is not',
      () => change((keys) => [...keys, { ...keys[0], service: 'moles' }]),
      /key 9 in it is not right/,
    ],
    [
      'names a key falsely',
      () => change((keys) => keys.map((key) => ({ ...key, kid: 'jobs' }))),
      /a kid that is not its thumbprint/,
    ],
    [
      'has one key for two',
      () => change((keys) => [...keys, { ...keys[0], service: 'jobs' }]),
      /a key stands in it twice/,
    ],
  ])('names the file of public keys and what to do when it %s', (_case, spoil, what) => {
    spoil();
    const [fault = '', ...others] = settingsFaults(() => loadServiceIdentity('jobs', filesOf('jobs')));
    expect(others).toEqual([]);
    expect(fault).toMatch(what);
    expect(fault).toMatch(/^SERVICE_KEYS: .*service-keys\.json cannot be used: .*make-keys -- --to/);
    expect(fault).not.toContain('secret');
  });

  it('names the own key as well, both together', () => {
    writeFileSync(keyFiles.own(dir.path, 'jobs'), 'hello');
    writeFileSync(keyFiles.all(dir.path), '');
    const faults = settingsFaults(() => loadServiceIdentity('jobs', filesOf('jobs')));
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['SERVICE_KEY', 'SERVICE_KEYS']);
  });
});
