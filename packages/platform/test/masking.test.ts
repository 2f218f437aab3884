import { describe, expect, it } from '@jest/globals';
import { auditBounds, hideTokens, mask } from '@numscope/platform';
import * as fc from 'fast-check';

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const SECRET = 'S3cret-Value-9';
const TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl-c2ln_bmF0dXJl';
const secretNames =
  'password newPassword oldPassword confirmPassword confirm_password current pass passwd pwd passphrase secret clientSecret client_secret token accessToken refresh_token id_token Authorization proxy-authorization apiKey API_KEY x-api-key key credential credentials cookie Set-Cookie session session_id signature x-numscope-signature privateKey private_key'.split(
    ' ',
  );

/** Any JSON, also long, wide and deep. */
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 12 }),
  fc.integer({ min: 0, max: 20_000 }).map((length) => '\u0001ж"😀'.repeat(length)),
  fc
    .tuple(fc.jsonValue(), fc.integer({ min: 0, max: 2000 }))
    .map(([item, length]) => Array.from({ length }, () => item)),
  fc.dictionary(fc.string({ maxLength: 200, unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), {
    minKeys: 20,
    maxKeys: 200,
  }),
  fc
    .tuple(fc.jsonValue(), fc.integer({ min: 1, max: 3000 }))
    .map(([inner, depth]) =>
      Array.from({ length: depth }).reduce((value, _none, level) => (level % 2 ? [value] : { value }), inner),
    ),
);

describe('what is kept', () => {
  it('is never more than the bound, whatever comes', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(100, 500, 4096), (value, bytes) => {
        expect(jsonBytes(mask(value, { ...auditBounds, bytes }))).toBeLessThanOrEqual(bytes);
      }),
    );
  });

  it('is all of it where it is small and plain', () => {
    const name = fc.stringMatching(/^[b-j]{1,8}$/);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(
          fc.string({ maxLength: 20 }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(name, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(
        value.filter((one) => jsonBytes(one) < 1000),
        (one) => expect(JSON.stringify(mask(one))).toBe(JSON.stringify(one)),
      ),
    );
  });

  it('stays as it is when it is bounded once more', () => {
    const looser = { ...auditBounds, bytes: 8192, depth: 20, items: 100, members: 100, name: 200, text: 1000 };
    fc.assert(
      fc.property(anyJson, (value) => {
        const kept = mask(value);
        expect(JSON.stringify(mask(kept, looser))).toBe(JSON.stringify(kept));
      }),
    );
  });

  it('says where it was cut', () => {
    expect(mask({ phones: Array.from({ length: 25 }, (_none, n) => n), text: 'a'.repeat(600) })).toEqual({
      phones: [...Array.from({ length: 20 }, (_none, n) => n), '… (25 items)'],
      text: `${'a'.repeat(500)}… (600 characters)`,
    });
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_none, n) => [`m${n}`, n]));
    expect(Object.entries(mask(wide) as object)).toHaveLength(51);
    expect(mask(wide)).toMatchObject({ m0: 0, m49: 49, '…': 'more is left out' });
  });

  it('is found without looking at the rest', () => {
    let reads = 0;
    const watched = <T extends object>(target: T): T =>
      new Proxy(target, { get: (from, name) => (reads++, Reflect.get(from, name) as unknown) });
    mask([
      watched(Array.from({ length: 500_000 }, () => 'item')),
      watched(Object.fromEntries(Array.from({ length: 5000 }, (_none, n) => [`m${n}`, n]))),
    ]);
    let deep: unknown[] = [];
    for (let level = 0; level < 5000; level++) deep = watched([deep]);
    mask(deep);
    expect(reads).toBeLessThan(200);
  });

  it('is no bytes', () => {
    expect(mask({ file: Buffer.from('abc'), buffer: new ArrayBuffer(3) })).toEqual({ file: '***', buffer: '***' });
  });

  it('has the members that JSON can have and objects inherit', () => {
    const hostile = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": 3}');
    expect(JSON.stringify(mask(hostile))).toBe('{"__proto__":{"a":1},"constructor":2,"toString":3}');
  });
});

describe('a secret', () => {
  const outside = fc.jsonValue({ maxDepth: 3 });
  const names = fc
    .constantFrom(...secretNames)
    .chain((name) => fc.constantFrom(name, name.toUpperCase(), `-${name}_`, ` ${name}`));
  const holders = fc
    .tuple(names, fc.constantFrom<unknown>(SECRET, [SECRET], { inner: SECRET }))
    .chain(([name, secret]) =>
      fc.constantFrom<unknown>(
        { [name]: secret },
        { before: 1, [name]: secret },
        { name, value: secret },
        { key: name, value: secret },
        { value: secret, field: name },
        { name, values: secret },
        [name, secret],
      ),
    );
  const { nested } = fc.letrec((tie) => ({
    nested: fc.oneof(
      { maxDepth: 6 },
      holders,
      fc.tuple(outside, tie('nested')),
      fc.tuple(fc.string(), tie('nested'), outside).map(([name, inner, other]) => ({ [`a${name}`]: other, b: inner })),
    ),
  }));

  it('by its name never survives, however it is written and wherever it stands', () => {
    fc.assert(fc.property(nested, (value) => expect(JSON.stringify(mask(value))).not.toContain(SECRET)));
  });

  it.each(secretNames)('is what %s names', (name) => {
    expect(mask({ [name]: SECRET })).toEqual({ [name]: '***' });
  });

  it('is not what only sounds alike', () => {
    const plain = { keyboard: 'a', currency: 'b', compass: 'c', sessionHours: 12, passengers: 2, name: 'n', key2: 1 };
    expect(mask(plain)).toEqual(plain);
    expect(mask({ key: 'colour', value: 'red' })).toEqual({ key: 'colour', value: 'red' });
  });

  it('that looks like a token never survives in any text, also where the text is cut', () => {
    const tokens = fc.constantFrom(
      TOKEN,
      'nsk_0123456789abcdef0123',
      'Bearer abcdef0123456789',
      TOKEN.split('.').slice(0, 2).join('.'),
    );
    fc.assert(
      fc.property(
        tokens,
        fc.nat(600),
        fc.constantFrom('', ' ', '"', '='),
        fc.boolean(),
        (token, before, mark, asName) => {
          const text = `${'x '.repeat(before / 2)}${mark}${token}${mark} and ${'y '.repeat(before)}`;
          const kept = JSON.stringify(mask(asName ? { [text]: 1 } : { text }));
          for (const part of token.split(/[.\s_]/))
            if (part !== 'Bearer' && part !== 'nsk') expect(kept).not.toContain(part.slice(0, 16));
        },
      ),
    );
  });

  it('in a text leaves the rest of it', () => {
    expect(mask(`a ${TOKEN} b Bearer abcdefgh1234, nsk_abcdefgh12345678.`)).toBe('a *** b ***, ***.');
    expect(mask('the key of Minsk_region, a keyJournal, bearer of news')).toBe(
      'the key of Minsk_region, a keyJournal, bearer of news',
    );
  });

  it('is found within a word, from its first begin on', () => {
    expect(hideTokens('tokens=aeyJeyJ-x.eyJ.c and x_eyJ.a.b, x_eyJa.b')).toBe('tokens=a*** and x_eyJ.a.b, x_eyJa.b');
  });

  it('is looked for in no time, whatever stands in the text', () => {
    // By the square of their length these would take minutes, and hold up the process.
    for (const word of ['eyJ', 'eyJ-', 'eyJ.', 'nsk_', 'Bearer ', 'Bearer\t\t'])
      for (const begin of ['x', ' ', '.']) hideTokens(begin + word.repeat(200_000));
    const begins = 'eyJ'.repeat(200_000);
    expect(hideTokens(`x${begins}.${begins} `)).toBe(`x${begins}.*** `);
    expect(hideTokens(`x${begins}.a.b `)).toBe('x*** ');
  });
});
