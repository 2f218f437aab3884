import { beforeEach, describe, expect, it } from '@jest/globals';
import { ConsoleSettings, TokenClaims } from '@numscope/contracts';
import * as fc from 'fast-check';
import { readToken } from '../src/session/token.ts';
import { isSettings } from '../src/settings/settings-of-page.ts';
import { fakeBrowser, tokenWith } from './browser.ts';

beforeEach(() => {
  fakeBrowser();
});

/** Often of the kind that is wanted, now and then any other that JSON has. */
const mostly = <T>(wanted: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: wanted }, { weight: 1, arbitrary: fc.jsonValue() });

describe('what is read before the schemas have come', () => {
  it('when settings are any JSON, then they are taken exactly if the schema takes them', () => {
    const near = fc.record(
      {
        productName: mostly(fc.string()),
        version: mostly(fc.string()),
        sandbox: mostly(fc.boolean()),
        languages: mostly(fc.array(mostly(fc.string()), { maxLength: 3 })),
        mainJobStoppable: mostly(fc.boolean()),
        requirePurpose: mostly(fc.boolean()),
        maxRunningJobs: mostly(fc.integer()),
        localLogin: mostly(fc.boolean()),
        provider: mostly(fc.string()),
      },
      { requiredKeys: ['productName', 'version', 'sandbox', 'languages', 'mainJobStoppable', 'requirePurpose'] },
    );
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: near }, { weight: 1, arbitrary: fc.jsonValue() }), (value) => {
        const taken = ConsoleSettings.safeParse(value).success;
        seen[taken ? 'taken' : 'refused'] += 1;
        expect(isSettings(value)).toBe(taken);
      }),
      { numRuns: 500 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(20);
  });

  it('when the claims of a token are what the schema takes, then they are read as it reads them', () => {
    const claims = fc.record(
      {
        sub: fc.string({ minLength: 1, unit: 'binary' }),
        roles: fc.string(),
        modules: fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 })),
        exp: fc.integer({ min: 1, max: 4_102_444_800 }),
        scopes: fc.string(),
      },
      { requiredKeys: ['sub', 'roles', 'exp'] },
    );
    fc.assert(
      fc.property(claims, (given) => {
        const payload = { uid: 'u', iss: 'i', aud: 'a', iat: 0, ...given };
        const parsed = TokenClaims.parse(payload);
        const read = readToken(tokenWith(payload), 0);
        expect(read).toMatchObject({ userName: parsed.sub, expiresAt: parsed.exp * 1000 });
      }),
    );
  });

  it.each([{ sub: '' }, { sub: 7 }, { exp: '9' }, { roles: ['ADMIN'] }, { modules: [1] }, { modules: null }])(
    'when a claim is %j, then neither the schema nor the hand takes it',
    (wrong) => {
      const payload = { uid: 'u', sub: 's', roles: 'USER', iss: 'i', aud: 'a', iat: 0, exp: 4_102_444_800, ...wrong };
      expect(TokenClaims.safeParse(payload).success).toBe(false);
      expect(readToken(tokenWith(payload), 0)).toBeNull();
    },
  );
});
