import { yieldEvery } from '@numscope/platform/runtime/yield-every';

/** So many characters are parsed in a few milliseconds, however short the values in them are. */
const PART_CHARS = 128 * 1024;

type Path = ReadonlyArray<string | number>;

/** A value as JSON of which what is long is empty, and what goes into that, a run of items or of fields after the other. */
export interface CutJson {
  json: string;
  /** `part`: JSON of a list or an object, whose content goes behind what stands at the path. */
  runs: Array<{ path: Path; part: string }>;
}

/** A value, whose JSON is too long for one piece, as JSON with its lists and objects emptied into `runs`. */
function cut(value: unknown, path: Path, most: number, runs: CutJson['runs']): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const whole = (content: readonly string[]): string => (isList ? `[${content.join()}]` : `{${content.join()}}`);
  let run: string[] = [];
  let chars = 0;
  /** Of the last item of the run. */
  let within: CutJson['runs'] = [];
  const end = (): void => {
    if (run.length > 0) runs.push({ path, part: whole(run) });
    runs.push(...within);
    [run, chars, within] = [[], 0, []];
  };
  const entries: Iterable<[string | number, unknown]> = isList ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) {
    if (item === undefined && !isList) continue;
    const json = JSON.stringify(item);
    const inner = json.length > most ? cut(item, [...path, key], most, within) : json;
    const text = isList ? inner : `${JSON.stringify(key)}:${inner}`;
    run.push(text);
    chars += text.length;
    if (chars > most || within.length > 0) end();
  }
  end();
  return whole([]);
}

/** What JSON can hold, to be read in short pieces by `joinJson`; a text of its own stays one piece. */
export function cutJson(value: unknown, most = PART_CHARS): CutJson {
  const runs: CutJson['runs'] = [];
  const json = JSON.stringify(value);
  return { json: json.length > most ? cut(value, [], most, runs) : json, runs };
}

type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

function holderAt(value: unknown, path: Path): Holder {
  const found = path.reduce((within, step) => (isHolder(within) ? Reflect.get(within, step) : undefined), value);
  if (!isHolder(found)) throw new TypeError('what was cut is not there');
  return found;
}

function append(to: Holder, content: Holder): void {
  if (Array.isArray(to) && Array.isArray(content)) for (const item of content) to.push(item);
  else
    for (const [key, item] of Object.entries(content))
      // Assigned to, this one name would be no field but what the object inherits from.
      if (key === '__proto__')
        Object.defineProperty(to, key, { value: item, configurable: true, enumerable: true, writable: true });
      else to[key] = item;
}

/** The value again; others run between its pieces. */
export async function joinJson({ json, runs }: CutJson): Promise<unknown> {
  const pace = yieldEvery();
  const value: unknown = JSON.parse(json);
  for (const { path, part } of runs) {
    await pace();
    append(holderAt(value, path), holderAt(JSON.parse(part), []));
  }
  return value;
}
