import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Json, placesOf, put, sampleOf } from '@numscope/testing/body-samples';
import * as z from 'zod';
import { type Call, calls } from '../src/calls/calls.ts';
import { Flag, wholeNumberText } from '../src/schemas/values.ts';

const hostile: readonly unknown[] = [
  null,
  '',
  ' 1',
  '1',
  'true',
  '1e3',
  [],
  [1],
  {},
  false,
  true,
  0,
  1,
  -1,
  1.5,
  1e300,
];

const all: Array<[string, Call]> = Object.entries(calls);
const bodies = all.flatMap(([name, { body }]) => (body ? [[name, body] as const] : []));
const jsonSchema = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
const compiled = (schema: Json): ValidateFunction => new Ajv2020({ strict: false }).compile(schema);

describe.each(bodies)('the body of %s', (_name, body) => {
  const schema = jsonSchema(body);
  const valid = compiled(schema);
  const places = placesOf(schema, ['integer', 'number', 'boolean']);

  it('is taken as it is described', () => {
    const sample = sampleOf(schema);
    expect(valid(sample) || valid.errors).toBe(true);
    expect(body.safeParse(sample)).toMatchObject({ success: true });
  });

  it('makes no number and no boolean of anything else, and refuses what its description refuses', () => {
    for (const path of places) {
      for (const value of hostile) {
        const sent = put(sampleOf(schema), path, value);
        expect({ path, value, taken: body.safeParse(sent).success }).toEqual({ path, value, taken: valid(sent) });
      }
    }
  });
});

describe('numbers and flags of forms and query strings', () => {
  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1.0',
    '1e3',
    '0x10',
    '١',
    'Infinity',
    'NaN',
    '9'.repeat(16),
    ['1'],
    ['1', '2'],
    null,
    {},
  ])('no whole number is made of %j', (text) => expect(wholeNumberText().safeParse(text).success).toBe(false));

  it('a whole number is within its bounds, in digits', () => {
    expect(wholeNumberText(0, 10).parse('007')).toBe(7);
    expect(wholeNumberText(1, 10).safeParse('0').success).toBe(false);
    expect(wholeNumberText(1, 10).safeParse('11').success).toBe(false);
  });

  it.each(['', '1', '0', 'on', 'off', 'TRUE', ' true', 'yes', ['true'], null])('no flag is made of %j', (text) =>
    expect(Flag.safeParse(text).success).toBe(false),
  );

  it('a flag is true or false', () => {
    expect([Flag.parse('true'), Flag.parse('false')]).toEqual([true, false]);
  });

  it('are described as what they are', () => {
    expect(jsonSchema(z.object({ flag: Flag, count: wholeNumberText(1, 5) }))['properties']).toEqual({
      flag: { type: 'boolean' },
      count: { type: 'integer', minimum: 1, maximum: 5 },
    });
  });
});
