import { type Document, isMap, isNode, isPair, LineCounter, parseDocument } from 'yaml';

export type Path = readonly PropertyKey[];

export interface YamlText {
  /** The content as plain values. */
  value: unknown;
  /** Faults of the syntax, each with its line. */
  faults: Array<{ line: number; message: string }>;
  /** The line on which the value, or the nearest thing around it, begins. Counts from 1. */
  lineOf(path: Path): number;
}

function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isNode(item.key) && String(item.key) === String(last));
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** Reads YAML so that every value can be told by its line. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const faults = document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: error.message }));
  let value: unknown = null;
  if (faults.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: 100 });
    } catch (error) {
      faults.push({ line: 1, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { value, faults, lineOf: (path) => lineAt(offsetOf(document, path)) };
}
