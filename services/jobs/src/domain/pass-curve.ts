/** What had its result at a moment (milliseconds): found, and answered whatever came of it. A triple, as it is kept. */
export type CurvePoint = readonly [at: number, found: number, answered: number];

/** Numbers waited for the quota of sources, or nobody saw the job; `to` null while it goes on. Milliseconds. */
export interface CurveStretch {
  kind: 'QUOTA' | 'DOWN';
  from: number;
  to: number | null;
  sources: readonly string[];
}

/** How a pass of a job got on, in little room however long it lasts. */
export interface PassCurve {
  /** How far points are apart at least, in milliseconds. */
  width: number;
  points: readonly CurvePoint[];
  stretches: readonly CurveStretch[];
  /** When it was last looked at. */
  seen: number;
}

/** How a pass stands at a moment. `waitsFor`: sources whose quota some numbers wait for; null: none waits. */
export interface PassSight {
  at: number;
  found: number;
  answered: number;
  waitsFor: readonly string[] | null;
}

const FIRST_WIDTH_MS = 1000;
/** Beyond these, points lie twice as far apart, and stretches with little between them become one. */
const POINTS = 240;
const STRETCHES = 60;
/** A running job is looked at each second: after so long nobody did. */
const UNSEEN_MS = 30_000;

const isLevel = (a: CurvePoint, b: CurvePoint): boolean => a[1] === b[1] && a[2] === b[2];

/** Adds a point: the last is always the latest, and those before it are `width` apart. */
function addPoint(points: CurvePoint[], next: CurvePoint, width: number): void {
  const before = points.at(-2);
  if (before && next[0] - before[0] < width) points.pop();
  points.push(next);
}

function thinned(points: readonly CurvePoint[], width: number): CurvePoint[] {
  const thin: CurvePoint[] = [];
  for (const point of points) addPoint(thin, point, width);
  return thin;
}

/** Joins the two neighbours of a kind that have least time between them. */
function joined(stretches: readonly CurveStretch[]): CurveStretch[] {
  let best = { at: -1, gap: Number.POSITIVE_INFINITY };
  stretches.forEach((stretch, at) => {
    const after = stretches[at + 1];
    if (after?.kind !== stretch.kind || stretch.to === null) return;
    if (after.from - stretch.to < best.gap) best = { at, gap: after.from - stretch.to };
  });
  const [first, second] = [stretches[best.at], stretches[best.at + 1]];
  if (!first || !second) return stretches.slice(1);
  const both = { ...first, to: second.to, sources: [...new Set([...first.sources, ...second.sources])].sort() };
  return [...stretches.slice(0, best.at), both, ...stretches.slice(best.at + 2)];
}

/** The stretches after a look: quota waits go on, begin or end, and what nobody saw is told. */
function stretchesAfter({ stretches, seen }: PassCurve, { at, waitsFor }: PassSight): CurveStretch[] {
  const isUnseen = at - seen > UNSEEN_MS;
  const open = stretches.at(-1)?.to === null ? stretches.at(-1) : undefined;
  const over = open ? stretches.slice(0, -1) : [...stretches];
  if (open && waitsFor !== null && !isUnseen) {
    const sources = [...new Set([...open.sources, ...waitsFor])].sort();
    return [...over, { ...open, sources }];
  }
  // It ended while nobody looked: at the latest when it was last seen.
  if (open) over.push({ ...open, to: isUnseen ? seen : at });
  if (isUnseen) over.push({ kind: 'DOWN', from: seen, to: at, sources: [] });
  if (waitsFor !== null) over.push({ kind: 'QUOTA', from: at, to: null, sources: waitsFor.toSorted() });
  return over.length > STRETCHES ? joined(over) : over;
}

/** The curve after one more look at the pass; null before the first. A level stretch keeps its two ends. */
export function afterSight(curve: PassCurve | null, sight: PassSight): PassCurve {
  const { at, found, answered, waitsFor } = sight;
  const next: CurvePoint = [at, found, answered];
  if (!curve)
    return {
      width: FIRST_WIDTH_MS,
      points: [next],
      stretches: waitsFor === null ? [] : [{ kind: 'QUOTA', from: at, to: null, sources: waitsFor.toSorted() }],
      seen: at,
    };
  if (at <= curve.seen) return curve;
  const stretches = stretchesAfter(curve, sight);
  const last = curve.points.at(-1);
  if (last && isLevel(last, next)) return { ...curve, stretches, seen: at };
  let { width } = curve;
  let points = [...curve.points];
  if (last && curve.seen - last[0] >= width) points.push([curve.seen, last[1], last[2]]);
  addPoint(points, next, width);
  while (points.length > POINTS) {
    width *= 2;
    points = thinned(points, width);
  }
  return { width, points, stretches, seen: at };
}
