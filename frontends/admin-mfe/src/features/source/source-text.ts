import { NUMBERING_PLAN, SANDBOX } from '@numscope/contracts';
import { isMap, isScalar, parseDocument } from 'yaml';

/** Where a value stands below the source's name. */
export type Place = readonly (string | number)[];

/** One source as text of the sources file, read so far that a form can show it. */
export interface SourceText {
  name: string;
  /** The value at a place, as plain data; undefined: nothing stands there. */
  at(place: Place): unknown;
}

const documentOf = (text: string) => parseDocument(text, { prettyErrors: false });

/** Null when the text is not one source under its name. */
export function readSourceText(text: string): SourceText | null {
  const document = documentOf(text);
  const { contents } = document;
  if (document.errors.length > 0 || !isMap(contents) || contents.items.length !== 1) return null;
  const key = contents.items[0]?.key;
  const name = isScalar(key) ? String(key.value) : '';
  if (!isMap(contents.get(name, true))) return null;
  const plain: unknown = document.toJS({ maxAliasCount: 100 });
  return {
    name,
    at: (place) =>
      [name, ...place].reduce<unknown>(
        (value, part) =>
          typeof value === 'object' && value !== null && Object.hasOwn(value, part)
            ? Reflect.get(value, part)
            : undefined,
        plain,
      ),
  };
}

/** The text with another value at a place, comments and all else kept; undefined takes it out. */
export function withValue(text: string, place: Place, value: unknown): string {
  const source = readSourceText(text);
  if (!source) return text;
  const document = documentOf(text);
  const path = [source.name, ...place];
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, value);
  return document.toString({ lineWidth: 0 });
}

/** What comes with the product is bound by its connector alone. */
const builtIn = new Map([
  [NUMBERING_PLAN, 'numbering-plan'],
  [SANDBOX, 'sandbox'],
]);

/** What a source begins with that the sources file does not have yet. */
export function newSourceText(name: string): string {
  const connector = builtIn.get(name);
  if (connector !== undefined) return `${name}:\n  connector: ${connector}\n`;
  return `${name}:
  connector: http
  request:
    method: GET
    url: "https://api.example/v1/numbers/{phone}"
    headers: { Authorization: "Bearer \${env:SOURCE_${name}_TOKEN}" }
  answer:
    map: { names: "aliases[].{name: text, type: 'OK'}" }
`;
}

/** A source bound by a preset. @param own what is to be said besides, as text */
export const presetText = (name: string, own: string): string => `${name}:\n${own.replaceAll(/^(?=.)/gm, '  ')}`;
