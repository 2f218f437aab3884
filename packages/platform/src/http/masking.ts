import { HIDDEN, hideTokens, isSecretName } from './secrets.ts';

/** How much of a value is kept. */
export interface Bounds {
  /** Length of the whole as JSON in UTF-8. */
  bytes: number;
  /** Lists and objects inside each other. */
  depth: number;
  items: number;
  members: number;
  /** Characters of a member's name. */
  name: number;
  /** Characters of a text. */
  text: number;
}

/** The bounds of an audit entry's arguments. */
export const auditBounds: Bounds = { bytes: 4096, depth: 8, items: 20, members: 50, name: 100, text: 500 };

/** Characters examined behind the end of a cut text, so that a token that begins before it is recognised. */
const LONGEST_TOKEN = 2048;
/** What a list or an object may need to say that it was cut. */
const NOTE_BYTES = 48;
const NO_ROOM = Symbol('no room');

/** Members that say what the value beside them is: `{ name: 'password', value: 'x' }`. */
const labels = ['name', 'Name', 'key', 'Key', 'id', 'type', 'field', 'header', 'param', 'parameter', 'property'];
const labelled = /^(?:value|values|val|content|data|text)$/i;

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** A text without tokens, cut to so many characters; of a longer one no more is looked at than may be kept. */
export function boundedText(text: string, characters: number): string {
  const seen = text.slice(0, characters + LONGEST_TOKEN);
  const clean = hideTokens(seen);
  if (seen.length === text.length && clean.length <= characters) return clean;
  return `${clean.slice(0, characters).toWellFormed()}… (${text.length} characters)`;
}

class Masking {
  readonly #bounds: Bounds;
  #left: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#left = bounds.bytes;
  }

  value(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#text(boundedText(value, this.#bounds.text));
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return this.#plain(value);
    if (typeof value === 'bigint') return this.#text(boundedText(String(value), this.#bounds.text));
    if (typeof value !== 'object') return undefined;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return this.#text(HIDDEN);
    if (value instanceof Date) return this.#text(Number.isNaN(value.getTime()) ? '' : value.toISOString());
    if (depth >= this.#bounds.depth) return this.#text('… (nested deeper)');
    if (!this.#take(2 + NOTE_BYTES)) return NO_ROOM;
    return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
  }

  #take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  #text(text: string): unknown {
    return this.#take(bytesOf(text)) ? text : NO_ROOM;
  }

  #plain(value: number | boolean | null): unknown {
    return this.#take(JSON.stringify(value).length) ? value : NO_ROOM;
  }

  #list(list: readonly unknown[], depth: number): unknown[] {
    const secretPair = list.length === 2 && this.#isSecretLabel(list[0]);
    const kept: unknown[] = [];
    const most = Math.min(list.length, this.#bounds.items);
    while (kept.length < most && this.#take(1)) {
      const hidden = secretPair && kept.length === 1;
      const item = this.value(hidden ? HIDDEN : (list[kept.length] ?? null), depth + 1);
      if (item === NO_ROOM) break;
      kept.push(item ?? null);
    }
    if (kept.length < list.length) kept.push(`… (${list.length} items)`);
    else this.#left += NOTE_BYTES;
    return kept;
  }

  #object(object: object, depth: number): Record<string, unknown> {
    const isLabelled = labels.some(
      (label) => Object.hasOwn(object, label) && this.#isSecretLabel(Reflect.get(object, label)),
    );
    const isPair = Object.hasOwn(object, 'value');
    const kept: Array<[string, unknown]> = [];
    let cut = false;
    for (const name in object) {
      if (!Object.hasOwn(object, name)) continue;
      const hides = this.#isSecret(name, isPair) || (isLabelled && labelled.test(name));
      const member =
        kept.length < this.#bounds.members
          ? this.#member(name, hides ? HIDDEN : Reflect.get(object, name), depth)
          : NO_ROOM;
      if (member === undefined) continue;
      cut = member === NO_ROOM;
      if (cut) break;
      kept.push([boundedText(name, this.#bounds.name), member]);
    }
    if (cut) kept.push(['…', 'more is left out']);
    else this.#left += NOTE_BYTES;
    return Object.fromEntries(kept);
  }

  #member(name: string, value: unknown, depth: number): unknown {
    if (value === undefined || !this.#take(bytesOf(boundedText(name, this.#bounds.name)) + 2))
      return value === undefined ? value : NO_ROOM;
    return this.value(value, depth + 1);
  }

  /** A name too long to be examined counts as secret. @param isPair the object has a `value`, which its `key` only names */
  #isSecret(name: string, isPair: boolean): boolean {
    if (isPair && name === 'key') return false;
    return name.length > this.#bounds.name || isSecretName(name);
  }

  #isSecretLabel(value: unknown): boolean {
    return typeof value === 'string' && value.length <= this.#bounds.name && isSecretName(value);
  }
}

/**
 * A value as the audit and the logs may keep it: secrets and bytes are `***`, and no more than the bounds allow, which
 * it says where it was cut. Small plain values stay as they are. Nothing is read beyond what is kept, but that the
 * names of an object's members are listed once.
 */
export function mask(value: unknown, bounds: Bounds = auditBounds): unknown {
  const masked = new Masking(bounds).value(value);
  return masked === NO_ROOM ? '…' : masked;
}
