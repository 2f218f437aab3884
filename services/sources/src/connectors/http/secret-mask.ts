import { mapTexts } from '../../domain/json/map-texts.ts';
import { rewriteJson } from '../../domain/json/rewrite-json.ts';

/** What stands in the place of a secret. */
export const MASK = '***';
/** What is shorter is found nowhere: it stands in half of all texts. */
const SHORTEST = 4;
/** No text holds a secret of this length by chance: it is masked wherever it stands, in values too. */
export const SURE_CHARS = 8;
/** A secret of this length stands within no phone (15 digits at most) and no date: it is masked within any value. */
const UNIQUE_CHARS = 16;

/** One form in which a secret may come back. */
interface Form {
  text: string;
  /** As it may stand in a JSON text. */
  inJson: readonly string[];
  /** The same where nothing adjoins it that belongs to a longer word or number. */
  alone: RegExp;
  isSure: boolean;
  isUnique: boolean;
}

/** What stands deeper in an answer nobody maps: it is taken out whole. */
const DEEPEST = 100;

const WORD = '[\\p{L}\\p{N}]';
const isOfWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

function formOf(text: string): Form {
  const chars = [...text];
  const before = isOfWord(chars[0]) ? `(?<!${WORD})` : '';
  const after = isOfWord(chars.at(-1)) ? `(?!${WORD})` : '';
  const escaped = JSON.stringify(text).slice(1, -1);
  return {
    text,
    inJson: [...new Set([text, escaped, escaped.replaceAll('/', '\\/')])],
    alone: new RegExp(`${before}${RegExp.escape(text)}${after}`, 'gu'),
    isSure: text.length >= SURE_CHARS,
    isUnique: text.length >= UNIQUE_CHARS,
  };
}

/** As it stands in addresses, forms and headers, which some providers send back. */
function encodingsOf(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const inLowerCase = [percent, form].map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [percent, form, ...inLowerCase, base64];
}

/**
 * A JSON text whose texts and numbers are cleaned one by one, and all else is as it was written: large numbers keep their
 * digits. What is no JSON is cleaned as it is.
 * @param clean answers the text as it was where there is nothing to clean
 */
function cleanJsonText(json: string, clean: (text: string) => string): string {
  const ofText = (quoted: string): string => {
    try {
      const text = JSON.parse(quoted) as string;
      const cleaned = clean(text);
      return cleaned === text ? quoted : JSON.stringify(cleaned);
    } catch {
      return clean(quoted);
    }
  };
  const ofNumber = (number: string): string => {
    const cleaned = clean(number);
    return cleaned === number ? number : JSON.stringify(cleaned);
  };
  return rewriteJson(json, { ofText, ofRest: (rest) => rest.replaceAll(/-?\d[\d.eE+-]*/g, ofNumber) });
}

/**
 * Takes secrets of the sources file, and what is made of them, out of whatever comes back. What is shown (raw answers,
 * messages, requests) loses a secret of 8 and more characters wherever it stands, and one of 4 to 7 where it stands
 * alone, not within a longer word or number. A value that an answer was mapped to loses one of 16 and more wherever it
 * stands, and one of 8 to 15 where it is the whole value or stands alone in it: a secret `1234` must break no phone and
 * no date.
 */
export class SecretMask {
  readonly #forms = new Map<string, Form>();
  /** Tokens by whose they are: only the last of each. */
  readonly #tokens = new Map<unknown, Form>();

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) {
      this.add(secret);
      for (const encoded of encodingsOf(secret)) this.add(encoded);
    }
  }

  /** All that it takes out, in each form: what makes another mask as good, in a thread. */
  get secrets(): string[] {
    return [...this.#forms.keys(), ...[...this.#tokens.values()].map(({ text }) => text)];
  }

  add(secret: string): void {
    if (secret.length >= SHORTEST) this.#forms.set(secret, formOf(secret));
  }

  /** A token in place of the last one of the same owner. */
  note(owner: unknown, token: string): void {
    if (this.#tokens.get(owner)?.text !== token) this.#tokens.set(owner, formOf(token));
  }

  /** A text that is shown. */
  clean(text: string): string {
    return this.#replaced(text, ({ text: secret, alone, isSure }) => (isSure ? secret : alone));
  }

  /** A JSON text that is shown; it stays JSON, and as it was but for the secrets. */
  cleanJson(text: string): string {
    return this.#isIn(text) ? cleanJsonText(text, (part) => this.clean(part)) : text;
  }

  /** What an expression gave, as it is shown. */
  cleanShown(value: unknown): unknown {
    const text = JSON.stringify(value) as string | undefined;
    return text !== undefined && this.#isIn(text) ? (JSON.parse(this.cleanJson(text)) as unknown) : value;
  }

  /** What an answer was mapped to: every text in it, at whatever depth. What holds no secret, as mostly, stays as it is. */
  cleanValues<T>(values: T): T {
    if (this.#forms.size + this.#tokens.size === 0) return values;
    const text = JSON.stringify(values) as string | undefined;
    return text !== undefined && this.#isIn(text) ? (mapTexts(values, (one) => this.#cleanValue(one)) as T) : values;
  }

  /**
   * What a provider answered, before an expression reads it: of a secret that it sends back none could make another text
   * that nobody knows any more. The rule is that of mapped values, for names and whole numbers, too.
   */
  cleanEcho(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#cleanValue(value);
    if (typeof value === 'number') return this.#cleanValue(String(value)) === MASK ? MASK : value;
    if (value === null || typeof value !== 'object') return value;
    if (depth === DEEPEST) return null;
    if (Array.isArray(value)) return value.map((one: unknown) => this.cleanEcho(one, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [this.#cleanValue(name), this.cleanEcho(one, depth + 1)]),
    );
  }

  #cleanValue(text: string): string {
    return this.#replaced(text, ({ text: secret, alone, isSure, isUnique }) =>
      isUnique ? secret : isSure ? alone : null,
    );
  }

  #replaced(text: string, patternOf: (form: Form) => string | RegExp | null): string {
    let cleaned = text;
    for (const forms of [this.#forms, this.#tokens])
      for (const form of forms.values()) {
        const pattern = cleaned.includes(form.text) ? patternOf(form) : null;
        if (pattern !== null) cleaned = cleaned.replaceAll(pattern, MASK);
      }
    return cleaned;
  }

  /** Whether a JSON text may hold a secret, written out or with characters escaped, of which each may be by its number. */
  #isIn(text: string): boolean {
    if (text.includes('\\u')) return true;
    for (const forms of [this.#forms, this.#tokens])
      for (const { inJson } of forms.values()) if (inJson.some((form) => text.includes(form))) return true;
    return false;
  }
}
