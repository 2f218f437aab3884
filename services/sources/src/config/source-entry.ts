import { isMap, isNode, isPair, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';

/** Where a source stands in the text of a sources file, from its first comment to its last line, both whole lines. */
interface Span {
  begin: number;
  end: number;
}

const INDENT = '  ';

const lineBegin = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const lineEnd = (text: string, at: number): number => {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found + 1;
};

/** The comments right above a line belong to what it says. */
function withComments(text: string, begin: number): number {
  let from = begin;
  while (from > 0) {
    const above = lineBegin(text, from - 1);
    if (!/^\s*#/.test(text.slice(above, from))) return from;
    from = above;
  }
  return from;
}

interface Sources {
  /** Where the first source's line begins, and how it is indented. */
  indent: string;
  spans: Map<string, Span>;
  /** Where a further source may be put. */
  end: number;
}

/** Null: none stand there. */
function mapOfSources(text: string): YAMLMap | null {
  const document = parseDocument(text);
  const sources: unknown = isMap(document.contents) ? document.contents.get('sources', true) : null;
  return document.errors.length === 0 && isMap(sources) ? sources : null;
}

/** Null: no sources stand there, or not one below the other. */
function sourcesOf(text: string): Sources | null {
  const sources = mapOfSources(text);
  if (!sources || sources.flow || sources.items.length === 0) return null;
  const spans = new Map<string, Span>();
  let [indent, last] = ['', 0];
  for (const pair of sources.items as Pair[]) {
    const { key, value } = pair;
    if (!isPair(pair) || !isScalar(key) || !key.range) return null;
    const line = lineBegin(text, key.range[0]);
    indent = text.slice(line, key.range[0]);
    if (indent.trim() !== '') return null;
    const valueEnd = isNode(value) && value.range ? value.range[1] : key.range[1];
    // A block ends with its line break, whatever else ends within a line.
    last = valueEnd > 0 && text[valueEnd - 1] === '\n' ? valueEnd : lineEnd(text, valueEnd);
    spans.set(String(key.value), { begin: withComments(text, line), end: last });
  }
  return { indent, spans, end: last };
}

/** A source's text as it stands among others. The console checks it in the very form in which it is written. */
export const indented = (entry: string, indent = INDENT): string =>
  entry
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => (line === '' ? line : indent + line))
    .join('\n') + '\n';

/** One of several sources in a line, or however else they stand: without comments, from its name to the end of its value. */
function entryWithin(text: string, name: string): string | null {
  for (const { key, value } of mapOfSources(text)?.items ?? [])
    if (isScalar(key) && key.value === name && key.range && isNode(value) && value.range)
      return `${text.slice(key.range[0], value.range[1]).trimEnd().replaceAll('\n', `\n${INDENT}`)}\n`;
  return null;
}

/** The text of one source as it stands in the file, with its name and its comments, unindented. Null: it does not. */
export function entryOf(text: string, name: string): string | null {
  const sources = sourcesOf(text);
  if (!sources) return entryWithin(text, name);
  const span = sources.spans.get(name);
  if (!span) return null;
  return text
    .slice(span.begin, span.end)
    .split('\n')
    .map((line) => (line.startsWith(sources.indent) ? line.slice(sources.indent.length) : line.trimStart()))
    .join('\n');
}

/**
 * The file's text with this source in the place of what stood there under its name, or behind all others; everything
 * else stays as it is, comments too. Null where the file's sources do not stand one below the other.
 */
export function withEntry(text: string, name: string, entry: string): string | null {
  const sources = sourcesOf(text);
  if (sources) {
    const { begin, end } = sources.spans.get(name) ?? { begin: sources.end, end: sources.end };
    const before = text.slice(0, begin);
    return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${indented(entry, sources.indent)}${text.slice(end)}`;
  }
  const document = parseDocument(text);
  const isBare = document.errors.length === 0 && (document.contents === null || isMap(document.contents));
  if (!isBare || (isMap(document.contents) && document.contents.has('sources'))) return null;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}sources:\n${indented(entry)}`;
}
