import { yieldEvery } from '@numscope/platform/runtime/yield-every';

/** So many characters are parsed in a few milliseconds, however short the values in them are. */
const PART_CHARS = 128 * 1024;

type Path = ReadonlyArray<string | number>;

/** A value as JSON of which long lists are empty, and what goes into them, a run of items after the other. */
export interface CutJson {
  json: string;
  runs: Array<{ path: Path; items: string }>;
}

/** A value, whose JSON is too long for one piece, as JSON with its long lists emptied into `runs`. */
function cut(value: unknown, path: Path, most: number, runs: CutJson['runs']): string {
  /** What stands within, as it is where that is short. */
  const inner = (item: unknown, at: Path, into: CutJson['runs']): string => {
    const json = JSON.stringify(item);
    return json.length > most ? cut(item, at, most, into) : json;
  };
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!Array.isArray(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${inner(item, [...path, key], runs)}`).join(',')}}`;
  }
  let run: string[] = [];
  let chars = 0;
  /** Of the last item of the run. */
  let within: CutJson['runs'] = [];
  const end = (): void => {
    if (run.length > 0) runs.push({ path, items: `[${run.join(',')}]` });
    runs.push(...within);
    [run, chars, within] = [[], 0, []];
  };
  for (const [place, item] of value.entries()) {
    const json = inner(item, [...path, place], within);
    run.push(json);
    chars += json.length;
    if (chars > most || within.length > 0) end();
  }
  end();
  return '[]';
}

/** What JSON can hold, to be read in short pieces by `joinJson`. An object of very many short values stays one piece. */
export function cutJson(value: unknown, most = PART_CHARS): CutJson {
  const runs: CutJson['runs'] = [];
  return { json: cut(value, [], most, runs), runs };
}

function listAt(value: unknown, path: Path): unknown[] {
  const found = path.reduce(
    (within, step) => (typeof within === 'object' && within !== null ? Reflect.get(within, step) : undefined),
    value,
  );
  if (!Array.isArray(found)) throw new TypeError('a list that was cut is not there');
  return found;
}

/** The value again; others run between its pieces. */
export async function joinJson({ json, runs }: CutJson): Promise<unknown> {
  const pace = yieldEvery();
  const value: unknown = JSON.parse(json);
  for (const { path, items } of runs) {
    await pace();
    const list = listAt(value, path);
    for (const item of listAt(JSON.parse(items), [])) list.push(item);
  }
  return value;
}
