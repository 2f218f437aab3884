import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod';
import { type Call, calls } from '../src/calls.ts';
import { Flag, wholeNumberText } from '../src/common.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const hostile: readonly unknown[] = [null, '', ' 1', '1', 'true', '1e3', [], [1], {}, false, true, 0, 1, -1, 1.5, 1e300];

/** Some value that a JSON Schema allows; objects with all they know, so that each of their fields can be put in doubt. */
function sampleOf(schema: Json): unknown {
  const { anyOf, enum: values, type, properties, items, minimum } = schema;
  if (Array.isArray(anyOf)) return sampleOf(anyOf.find((option) => isObject(option) && option['type'] !== 'null') as Json);
  if (Array.isArray(values)) return values[0];
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object')
    return Object.fromEntries(Object.entries(isObject(properties) ? properties : {}).map(([name, part]) => [name, sampleOf(part as Json)]));
  if (kind === 'array') return isObject(items) ? [sampleOf(items)] : [];
  if (kind === 'integer' || kind === 'number') return Math.max(1, Number(minimum ?? 1));
  if (kind === 'boolean') return true;
  return kind === 'string' ? textOf(schema) : null;
}

const textOf = ({ pattern }: Json): string =>
  ['998901234567', '+998901234567', 'UZ', 'a'.repeat(64), 'x'].find((text) => new RegExp(String(pattern ?? '')).test(text)) ?? '';

/** The places of all numbers and booleans in a body. */
function placesOf(schema: Json, path: Array<string | number> = []): Array<Array<string | number>> {
  const { anyOf, properties, items, type } = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap((option) => placesOf(option as Json, path));
  if (isObject(properties)) return Object.entries(properties).flatMap(([name, part]) => placesOf(part as Json, [...path, name]));
  if (isObject(items)) return placesOf(items, [...path, 0]);
  return [type].flat().some((kind) => ['integer', 'number', 'boolean'].includes(String(kind))) ? [path] : [];
}

function put(body: unknown, [first, ...rest]: Array<string | number>, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(body)) return body.map((item, index) => (index === first ? put(item, rest, value) : item));
  return isObject(body) ? { ...body, [first]: put(body[first], rest, value) } : body;
}

const all: Array<[string, Call]> = Object.entries(calls);
const bodies = all.flatMap(([name, { body }]) => (body ? [[name, body] as const] : []));
const jsonSchema = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
const compiled = (schema: Json): ValidateFunction => new Ajv2020({ strict: false }).compile(schema);

describe.each(bodies)('the body of %s', (_name, body) => {
  const schema = jsonSchema(body);
  const valid = compiled(schema);
  const places = placesOf(schema);

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
  it.each(['', ' 1', '1 ', '+1', '-1', '1.0', '1e3', '0x10', '١', 'Infinity', 'NaN', '9'.repeat(16), ['1'], ['1', '2'], null, {}])(
    'no whole number is made of %j',
    (text) => expect(wholeNumberText().safeParse(text).success).toBe(false),
  );

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
