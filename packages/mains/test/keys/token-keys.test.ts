import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, generateSigningKey, SettingsError, SigningKeys, TokenVerifier } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { rotateTokenKey } from '../../src/keys/rotate-token-key.ts';
import { loadTokenKeys, makeTokenKey } from '../../src/keys/token-key.ts';
import { watchTokenKeys, type WatchedTokenKeys } from '../../src/keys/watch-token-keys.ts';

let dir: ReturnType<typeof tempDir>;
let file: string;
let watched: WatchedTokenKeys | undefined;
beforeEach(() => {
  dir = tempDir();
  file = join(dir.path, 'token-key.pem');
});
afterEach(async () => {
  await watched?.close();
  watched = undefined;
  dir.remove();
});

const anna = { id: 'id-of-anna', userName: 'anna', roles: ['USER'], modules: [] };
const rotate = (options: Partial<Parameters<typeof rotateTokenKey>[0]> = {}) =>
  rotateTokenKey({ file, signsAfterS: 0, sessionHours: 1, revokeOld: false, ...options });
const kidsIn = (): string[] => loadTokenKeys(file).keys.map(({ publicKey }) => publicKey.kid);
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'none';
};
/** Asks until it is so: a file has nobody to tell us. */
const until = async (reached: () => boolean): Promise<void> => {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('the file of the token keys', () => {
  it('is made once, readable by its owner only, also in a folder that is not there', () => {
    const deep = join(dir.path, 'deep', 'data', 'token-key.pem');
    expect([makeTokenKey(deep), makeTokenKey(deep)]).toEqual([true, false]);
    expect(statSync(deep).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dir.path, 'deep', 'data'))).toEqual(['token-key.pem']);
    expect(loadTokenKeys(deep).keys).toHaveLength(1);
  });

  const pem = generateSigningKey();
  it.each([
    ['is not there', null, /ENOENT/],
    ['is empty', '', /there is no key in it/],
    ['holds no key', 'hello', /there is no key in it/],
    ['is cut off', pem.slice(0, 60), /a key in it is cut off/],
    ['is cut off within its second key', pem + generateSigningKey().slice(0, 60), /a key in it is cut off/],
    ['is damaged', pem.replace(/[A-Za-z0-9+/]{20}/, 'A'.repeat(20)), /key 1 in it is none that can sign tokens/],
    [
      'holds a key of another kind',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      /x25519, not Ed25519/,
    ],
    [
      'holds a public key',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      /it is a PUBLIC KEY/,
    ],
    ['holds a key twice', pem + pem, /a key stands in it twice/],
    ['holds two keys of unknown age', pem + generateSigningKey(), /does not say when it was made.*rotate-token-key/],
  ])('stops the start with its name and what to do when it %s', (_case, content, what) => {
    if (content !== null) writeFileSync(file, content);
    expect(() => loadTokenKeys(file)).toThrow(SettingsError);
    const fault = faultOf(() => loadTokenKeys(file));
    expect(fault).toMatch(what);
    expect(fault).toContain(file);
    expect(fault).not.toContain(pem.split('\n')[1]);
  });
});

describe('a rotation', () => {
  it('adds a key after those that are there, and says since when', () => {
    makeTokenKey(file);
    const [first] = kidsIn();
    const { kid, kept, dropped } = rotate({ signsAfterS: 20 });
    expect({ kids: kidsIn(), kept, dropped }).toEqual({ kids: [first, kid], kept: 1, dropped: 0 });
    expect(loadTokenKeys(file).keys.map(({ signsAfterMs }) => signsAfterMs)).toEqual([0, 20_000]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir.path)).toEqual(['token-key.pem']);
  });

  it('drops keys whose tokens are all over, and no other', () => {
    makeTokenKey(file);
    const second = rotate().kid;
    const hourAgo = new Date(Date.now() - 3_600_001).toISOString();
    writeFileSync(file, readFileSync(file, 'utf8').replace(/made [^,]+,/, `made ${hourAgo},`));
    const { kid, dropped } = rotate();
    expect([kidsIn(), dropped]).toEqual([[second, kid], 1]);
  });

  it('leaves no other key if told so', () => {
    makeTokenKey(file);
    rotate();
    const { kid, dropped } = rotate({ revokeOld: true });
    expect([kidsIn(), dropped]).toEqual([[kid], 2]);
  });

  it('puts a key last, also when the clock has gone back since the one before', () => {
    makeTokenKey(file);
    const second = rotate().kid;
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/made [^,]+,/, `made ${new Date(Date.now() + 3_600_000).toISOString()},`),
    );
    const { kid } = rotate();
    expect(kidsIn().slice(-2)).toEqual([second, kid]);
  });

  it('lets the new key sign when it says, also when the clock was ahead when former ones were made', () => {
    makeTokenKey(file);
    const { kid: second } = rotate();
    const { kid: third } = rotate();
    let days = 28;
    const ahead = (): string => new Date(Date.now() + ++days * 86_400_000).toISOString();
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(/made [^,]+,/g, () => `made ${ahead()},`),
    );
    const [first] = kidsIn();
    const { kid } = rotate({ signsAfterS: 10 });
    expect(kidsIn()).toEqual([first, second, third, kid]);
    const { keys } = loadTokenKeys(file);
    const signedIn = (seconds: number): string =>
      kidOf(new SigningKeys(keys, { sessionMs: 3_600_000, now: () => Date.now() + seconds * 1000 }).sign(anna, 60));
    expect([signedIn(11), signedIn(40 * 86_400)]).toEqual([kid, kid]);
  });

  it('refuses what is not right, and leaves it as it was', () => {
    expect(faultOf(() => rotate())).toContain(`there is no file ${file}`);
    writeFileSync(file, 'hello');
    chmodSync(file, 0o640);
    expect(faultOf(() => rotate())).toContain('there is no key in it');
    expect([readFileSync(file, 'utf8'), readdirSync(dir.path)]).toEqual(['hello', ['token-key.pem']]);
  });
});

describe('auth', () => {
  let faults: number;
  const watch = (): TokenVerifier => {
    faults = 0;
    const log = Object.assign(createLogger('keys', 'silent'), { error: () => void faults++ });
    makeTokenKey(file);
    const verifier = new TokenVerifier([]);
    watched = watchTokenKeys({ tokenKeys: loadTokenKeys(file), sessionHours: 1, verifier, log });
    return verifier;
  };
  const published = (): number => watched?.publicKeys().length ?? 0;

  it('takes a new key without a restart, and ends no session by it', async () => {
    const verifier = watch();
    const before = watched?.sign(anna, 60) ?? '';
    const { kid } = rotate();
    await until(() => published() === 2);
    await until(() => kidOf(watched?.sign(anna, 60) ?? '') === kid);
    const after = watched?.sign(anna, 60) ?? '';
    await until(() => [before, after].every((token) => faultOf(() => verifier.verify(token)) === 'none'));
  });

  it('refuses every earlier token once its key is gone', async () => {
    const verifier = watch();
    const before = watched?.sign(anna, 60) ?? '';
    expect(verifier.verify(before).userName).toBe('anna');
    rotate({ revokeOld: true });
    await until(() => faultOf(() => verifier.verify(before)) !== 'none');
    expect(verifier.verify(watched?.sign(anna, 60) ?? '').userName).toBe('anna');
  });

  it('goes on with the keys from before while the file is not right', async () => {
    const verifier = watch();
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.slice(0, 50));
    await until(() => faults === 1);
    expect(verifier.verify(watched?.sign(anna, 60) ?? '').userName).toBe('anna');
    writeFileSync(file, good);
    rotate();
    await until(() => published() === 2);
  });
});
