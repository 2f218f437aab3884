import { createHmac, createPublicKey, sign as signBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type CallerName, callerNames } from '@numscope/contracts';
import {
  createServiceCredentials,
  generateServiceKeys,
  generateSigningKey,
  publicKeyOf,
  SigningKeys,
  signingKeyOf,
  TokenVerifier,
} from '@numscope/platform';

const HOUR_MS = 3_600_000;
const anna = { id: 'id-of-anna', userName: 'anna', roles: ['USER'], modules: ['Profiler'] };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** One installation: what signs users' tokens, what each service has, and what checks both. */
function installation() {
  const pem = generateSigningKey();
  const key = publicKeyOf(pem);
  const signer = new SigningKeys([signingKeyOf(pem)], { sessionMs: HOUR_MS });
  const pems = new Map(callerNames.map((name) => [name, generateSigningKey()]));
  const pemOf = (name: CallerName): string => pems.get(name) ?? '';
  const verifier = new TokenVerifier(callerNames.map((service) => ({ ...publicKeyOf(pemOf(service)), service })));
  verifier.setUserKeys(signer.publicKeys());
  return { pem, key, signer, pemOf, verifier };
}

/** A token of any header and claims, signed by any key. */
function forge(pem: string, header: object, claims: object): string {
  const input = `${encode({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encode(claims)}`;
  return `${input}.${signBytes(null, Buffer.from(input), pem).toString('base64url')}`;
}

const seconds = Math.floor(Date.now() / 1000);
const ofUser = {
  sub: 'anna',
  uid: 'id-of-anna',
  roles: 'ADMIN',
  modules: '',
  iss: 'numscope',
  aud: 'numscope-api',
  iat: seconds,
  exp: seconds + 60,
};
const ofService = { sub: 'service:jobs', iss: 'numscope', aud: 'numscope-services', iat: seconds, exp: seconds + 60 };

describe('a token', () => {
  const { pem, key, signer, pemOf, verifier } = installation();
  const kidOf = (name: CallerName): string => publicKeyOf(pemOf(name)).kid;

  it('of a user names its key by the thumbprint, and is known by it', () => {
    const token = signer.sign(anna, 60);
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg: 'EdDSA',
      kid: key.kid,
    });
    expect(verifier.verify(token)).toMatchObject({ userName: 'anna', roles: ['USER'], modules: ['Profiler'] });
    expect([verifier.verify(token).service, verifier.claimsService(token)]).toEqual([undefined, false]);
  });

  it('of a service says which, and nothing of roles', () => {
    const token = createServiceCredentials('jobs', pemOf('jobs')).token();
    expect(verifier.verify(token)).toMatchObject({ userName: 'service:jobs', service: 'jobs', roles: [], modules: [] });
    expect(verifier.claimsService(token)).toBe(true);
  });

  const publicPem = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
  const withHmac = (input: string): string =>
    `${input}.${createHmac('sha256', publicPem).update(input).digest('base64url')}`;
  it.each([
    ['that is none', 'no token'],
    ['without a signature', `${encode({ alg: 'none', kid: key.kid })}.${encode(ofUser)}.`],
    ['signed with the public key as a secret', withHmac(`${encode({ alg: 'HS256', kid: key.kid })}.${encode(ofUser)}`)],
    ['of another key under a known name', forge(generateSigningKey(), { kid: key.kid }, ofUser)],
    [
      'of another key under its own name',
      ((other) => forge(other, { kid: publicKeyOf(other).kid }, ofUser))(generateSigningKey()),
    ],
    ['that names no key', forge(pem, {}, ofUser)],
    ['of another type', forge(pem, { kid: key.kid, typ: 'JWE' }, ofUser)],
    ['of no type', forge(pem, { kid: key.kid, typ: undefined }, ofUser)],
    ['whose roles are a list', forge(pem, { kid: key.kid }, { ...ofUser, roles: ['ADMIN'] })],
    ['of a user, signed by a service', forge(pemOf('gateway'), { kid: kidOf('gateway') }, ofUser)],
    [
      'of a user, signed by a service for services',
      forge(pemOf('gateway'), { kid: kidOf('gateway') }, { ...ofUser, aud: ofService.aud }),
    ],
    ['of another service', forge(pemOf('gateway'), { kid: kidOf('gateway') }, ofService)],
    ['of a service, signed by the key of users', forge(pem, { kid: key.kid }, ofService)],
    ['of a service for users', forge(pem, { kid: key.kid }, { ...ofUser, sub: 'service:jobs', roles: 'SERVICE' })],
    ['for somebody else', forge(pem, { kid: key.kid }, { ...ofUser, aud: 'others' })],
    ['for both', forge(pemOf('jobs'), { kid: kidOf('jobs') }, { ...ofService, aud: ['numscope-api'] })],
    ['from somebody else', forge(pem, { kid: key.kid }, { ...ofUser, iss: 'others' })],
    ['from nobody', forge(pem, { kid: key.kid }, { ...ofUser, iss: undefined })],
    ['without an end', forge(pem, { kid: key.kid }, { ...ofUser, exp: undefined })],
    ['with a demand that nobody knows', forge(pem, { kid: key.kid, crit: ['b64'], b64: false }, ofUser)],
  ])('%s is refused', (_case, token) => {
    expect(() => verifier.verify(token)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }));
  });

  it('past its time says so, of users and of services', () => {
    for (const token of [
      signer.sign(anna, -60),
      forge(pemOf('jobs'), { kid: kidOf('jobs') }, { ...ofService, exp: seconds - 1 }),
    ])
      expect(() => verifier.verify(token)).toThrow(expect.objectContaining({ code: 'SESSION_EXPIRED' }));
  });

  it.each([
    ['expired', forge(pemOf('jobs'), { kid: kidOf('jobs') }, { ...ofService, exp: seconds - 1 })],
    ['forged', forge(generateSigningKey(), {}, ofService)],
    ['for users', forge(pem, { kid: key.kid }, { ...ofUser, sub: 'service:jobs' })],
    ['of a service key, whatever it says', forge(pemOf('jobs'), { kid: kidOf('jobs') }, ofUser)],
  ])('that pretends to be of a service is told as such, %s', (_case, token) => {
    expect(verifier.claimsService(token)).toBe(true);
  });

  it('issued as of a moment to come counts, and its time counts from now', () => {
    const asOf = Date.now() + HOUR_MS;
    const identity = verifier.verify(signer.sign(anna, 60, asOf));
    expect(identity.issuedAt).toBe(asOf);
    expect(identity.expiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

describe('keys that follow one another', () => {
  let now = 1_000_000_000_000;
  const options = { sessionMs: HOUR_MS, now: () => now };
  const first = signingKeyOf(generateSigningKey());
  const next = (madeAt = now, signsAfterMs = 10_000) => signingKeyOf(generateSigningKey(), madeAt, signsAfterMs);
  const kids = (keys: SigningKeys): string[] => keys.publicKeys().map(({ kid }) => kid);
  const signedBy = (keys: SigningKeys): string =>
    JSON.parse(Buffer.from(keys.sign(anna, 60).split('.')[0] ?? '', 'base64url').toString()).kid;

  it('are published before they sign, and until the last token of theirs is over', () => {
    const keys = new SigningKeys([first], options);
    const second = next();
    keys.replace([first, second]);
    expect([kids(keys), signedBy(keys)]).toEqual([[first.publicKey.kid, second.publicKey.kid], first.publicKey.kid]);
    now += 9999;
    expect(signedBy(keys)).toBe(first.publicKey.kid);
    now += 1;
    expect([kids(keys).length, signedBy(keys)]).toEqual([2, second.publicKey.kid]);
    now += HOUR_MS - 1;
    expect(kids(keys)).toHaveLength(2);
    now += 1;
    expect(kids(keys)).toEqual([second.publicKey.kid]);
  });

  it('wait their moment from when they are seen, for they may come late', () => {
    const keys = new SigningKeys([first], options);
    const second = next(now - HOUR_MS);
    keys.replace([first, second]);
    expect(signedBy(keys)).toBe(first.publicKey.kid);
    now += 10_000;
    expect(signedBy(keys)).toBe(second.publicKey.kid);
    // Known from the start, their moment is long over.
    expect(signedBy(new SigningKeys([first, second], options))).toBe(second.publicKey.kid);
  });

  it('sign by the dates that were put right, where the clock was ahead when one was made', () => {
    const second = next(now + 30 * 24 * HOUR_MS);
    const keys = new SigningKeys([first, second], options);
    expect(signedBy(keys)).toBe(first.publicKey.kid);
    const third = next();
    keys.replace([first, { ...second, madeAt: now - 1 }, third]);
    expect([signedBy(keys), kids(keys)[2]]).toEqual([first.publicKey.kid, third.publicKey.kid]);
    now += 10_000;
    expect(signedBy(keys)).toBe(third.publicKey.kid);
    now += 31 * 24 * HOUR_MS;
    expect([signedBy(keys), kids(keys)]).toEqual([third.publicKey.kid, [third.publicKey.kid]]);
  });

  it('sign at once when there is no other, and then nothing else counts', () => {
    const keys = new SigningKeys([first], options);
    const verifier = new TokenVerifier([]);
    verifier.setUserKeys(keys.publicKeys());
    const token = keys.sign(anna, 60);
    expect(verifier.verify(token).userName).toBe('anna');
    keys.replace([next()]);
    verifier.setUserKeys(keys.publicKeys());
    expect(() => verifier.verify(token)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }));
    expect(verifier.verify(keys.sign(anna, 60)).userName).toBe('anna');
  });
});

it('each service of a process has a key of its own', () => {
  const { publicKeys, credentialsOf } = generateServiceKeys();
  expect(new Set(publicKeys.map(({ kid }) => kid)).size).toBe(callerNames.length);
  const verifier = new TokenVerifier(publicKeys);
  for (const name of callerNames) expect(verifier.verify(credentialsOf(name).token()).service).toBe(name);
});
