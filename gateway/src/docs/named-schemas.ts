import { descriptionOf, ErrorBody } from '@numscope/contracts';
import * as z from 'zod';
import { type Json, jsonSchema } from './json-schema.ts';

/** What is worth a name of its own in a client: objects, choices among them, lists of words. */
const isNamed = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject ||
  value instanceof z.ZodUnion ||
  value instanceof z.ZodDiscriminatedUnion ||
  value instanceof z.ZodEnum;

/** Asked for as somebody outside would: imported by its name as such, each of its exports would count as used by somebody. */
const contracts = '@numscope/contracts';

/** Names of schemas, beside what is said of them where they are declared. */
class Names extends z.core.$ZodRegistry<{ id?: string }> {
  override get<S extends z.core.$ZodType>(schema: S) {
    const declared = z.globalRegistry.get(schema);
    const named = super.get(schema);
    return declared || named ? { ...declared, ...named } : undefined;
  }
}

/** The schemas of the contracts, by the names under which everything else imports them. */
const names = new Names();
names.add(ErrorBody, { id: 'Error' });
for (const [id, value] of Object.entries<unknown>(await import(contracts))) {
  if (!isNamed(value)) continue;
  // Where something else is shown, that is what has the name.
  const shown = descriptionOf(value) ?? value;
  if (!names.has(shown)) names.add(shown, { id });
}

type Direction = 'input' | 'output';

const placeOf = (name: string): string => `#/components/schemas/${name}`;
const REF = /"#\/components\/schemas\/(\w+)@(input|output)"/g;

/** The schemas of a document: each that has a name is told once and referred to. */
export class NamedSchemas {
  readonly #told: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() };

  /** A schema, or where it is told; to be read after `finish`. */
  of(schema: z.ZodType, io: Direction): Json {
    const { $defs = {}, ...json } = jsonSchema(schema, io, {
      metadata: names,
      described: (as) => this.of(as, io),
    });
    for (const [name, def] of Object.entries($defs as Record<string, Json>))
      if (!this.#told[io].has(name)) this.#told[io].set(name, this.#placed(def, io));
    return this.#placed(json, io);
  }

  #placed(json: Json, io: Direction): Json {
    const text = JSON.stringify(json).replaceAll(/"#\/\$defs\/(\w+)"/g, (_ref, name) => `"${placeOf(name)}@${io}"`);
    return JSON.parse(text) as Json;
  }

  /**
   * The whole document with its schemas. One that callers may send otherwise than they get it (with defaults left out)
   * has two names then.
   */
  finish(document: Json & { components: Json }): Json {
    const { input, output } = this.#told;
    const text = (schema: Json | undefined): string => JSON.stringify(schema).replaceAll(/@(?:input|output)"/g, '"');
    const isOther = (name: string): boolean => output.has(name) && text(input.get(name)) !== text(output.get(name));
    // A schema that refers to one with two names has two, too.
    const others = new Set([...input.keys()].filter(isOther));
    for (let grown = true; grown;) {
      grown = false;
      for (const [name, schema] of input) {
        if (others.has(name) || !output.has(name)) continue;
        const refers = JSON.stringify(schema).matchAll(REF);
        if ([...refers].some(([, to = '']) => others.has(to))) grown = Boolean(others.add(name));
      }
    }
    const nameOf = (name: string, io: Direction): string =>
      io === 'input' && others.has(name) ? `${name}Input` : name;
    const schemas = Object.fromEntries(
      (['output', 'input'] as const).flatMap((io) =>
        [...this.#told[io]].map(([name, schema]) => [nameOf(name, io), schema] as const),
      ),
    );
    const whole = JSON.stringify({ ...document, components: { ...document.components, schemas } });
    return JSON.parse(
      whole.replaceAll(REF, (_ref, name: string, io: Direction) => `"${placeOf(nameOf(name, io))}"`),
    ) as Json;
  }
}
