export type Json = Record<string, unknown>;
export type Place = Array<string | number>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Some value that a JSON Schema allows; objects with all they know, so that each of their fields can be put in doubt.
 */
export function sampleOf(schema: Json): unknown {
  const { anyOf, enum: values, type, properties, items, minimum } = schema;
  if (Array.isArray(anyOf))
    return sampleOf(anyOf.find((option) => isObject(option) && option['type'] !== 'null') as Json);
  if (Array.isArray(values)) return values[0];
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).map(([name, part]) => [name, sampleOf(part as Json)]),
    );
  if (kind === 'array') return isObject(items) ? [sampleOf(items)] : [];
  if (kind === 'integer' || kind === 'number') return Math.max(1, Number(minimum ?? 1));
  if (kind === 'boolean') return true;
  return kind === 'string' ? textOf(schema) : null;
}

const textOf = ({ pattern }: Json): string =>
  ['998901234567', '+998901234567', 'UZ', 'a'.repeat(64), '1:998901234567', 'x'].find((text) =>
    new RegExp(String(pattern ?? '')).test(text),
  ) ?? '';

/** The places of all values of these kinds (`integer`, `boolean`, `string` ...) in a body of a JSON Schema. */
export function placesOf(schema: Json, kinds: readonly string[], path: Place = []): Place[] {
  const { anyOf, properties, items, type } = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap((option) => placesOf(option as Json, kinds, path));
  if (isObject(properties))
    return Object.entries(properties).flatMap(([name, part]) => placesOf(part as Json, kinds, [...path, name]));
  if (isObject(items)) return placesOf(items, kinds, [...path, 0]);
  return [type].flat().some((kind) => kinds.includes(String(kind))) ? [path] : [];
}

/** A body with another value at one place. */
export function put(body: unknown, [first, ...rest]: Place, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(body)) return body.map((item, index) => (index === first ? put(item, rest, value) : item));
  return isObject(body) ? { ...body, [first]: put(body[first], rest, value) } : body;
}
