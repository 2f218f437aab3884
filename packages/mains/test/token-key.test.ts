import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTokens, generateTokenKey, SettingsError } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTokenKey } from '../src/token-key.ts';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir();
});
afterEach(() => dir.remove());

describe('the token key', () => {
  it('is made once, readable by its owner only, and signs tokens', async () => {
    const dataDir = join(dir.path, 'deep', 'data');
    const key = loadTokenKey({ dataDir, file: null });
    expect(loadTokenKey({ dataDir, file: null })).toBe(key);
    expect(statSync(join(dataDir, 'token-key.pem')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['token-key.pem']);
    const tokens = await createTokens(key);
    expect(tokens.verify(tokens.sign({ id: 'id-of-bob', userName: 'bob', roles: [], modules: [] }, 60)).userName).toBe('bob');
  });

  it('is read from a given file', () => {
    const file = join(dir.path, 'key.pem');
    const key = generateTokenKey();
    writeFileSync(file, key);
    expect(loadTokenKey({ dataDir: dir.path, file })).toBe(key);
  });

  it.each([
    ['is not there', null],
    ['holds no key', 'hello'],
    ['holds a key of another kind', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ])('stops the start when the given file %s', (_case, content) => {
    const file = join(dir.path, 'key.pem');
    if (content !== null) writeFileSync(file, content);
    expect(() => loadTokenKey({ dataDir: dir.path, file })).toThrow(SettingsError);
  });
});
