import type { JobProgress } from '@numscope/contracts';

/** What was answered of a job's pass at one moment (milliseconds). */
type ProgressSample = JobProgress['points'][number];

/** Pixels of the drawing inside its axes. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Curve {
  /** SVG paths: the line and the two areas below it. */
  line: string;
  answered: string;
  found: string;
  /** Where the curve ends now. */
  end: { x: number; y: number };
  /** Where the curve should end; null without a forecast. */
  goal: { x: number; y: number } | null;
  /** Moments and values at which grid lines stand, with their places. */
  times: { at: number; x: number }[];
  values: { value: number; y: number }[];
  /** Where the stretches lie, at least so wide that they are seen; in their order. */
  bands: { x: number; width: number }[];
}

const BAND_PX = 1.5;

const STEPS = [1, 2, 2.5, 5, 10];

/** The round number nearest to half of the whole: where the middle grid line stands. */
export function roundHalf(whole: number): number {
  const half = whole / 2;
  if (half < 1) return 0;
  const unit = 10 ** Math.floor(Math.log10(half));
  const values = STEPS.map((step) => step * unit).filter(Number.isInteger);
  return values.reduce((best, value) => (Math.abs(value - half) < Math.abs(best - half) ? value : best));
}

const point = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * Lays a job's curve out in a plot.
 * @param total valid phones, the top of the plot
 * @param end when the job should end and how many are answered then, null when unknown
 * @param stretches what to mark below the curve; without an end it goes on to where the curve ends
 */
export function curveOf(
  samples: readonly ProgressSample[],
  total: number,
  end: { at: number; answered: number } | null,
  plot: Plot,
  stretches: ReadonlyArray<{ from: number; to: number | null }> = [],
): Curve | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < 2 || total <= 0) return null;
  const until = Math.max(last.at, end?.at ?? 0);
  const span = Math.max(1, until - first.at);
  const x = (at: number): number => plot.left + ((at - first.at) / span) * (plot.right - plot.left);
  const y = (value: number): number => plot.bottom - (Math.min(value, total) / total) * (plot.bottom - plot.top);
  const path = (value: (sample: ProgressSample) => number): string =>
    samples.map((sample, i) => `${i === 0 ? 'M' : 'L'}${point(x(sample.at), y(value(sample)))}`).join('');
  const area = (value: (sample: ProgressSample) => number): string =>
    `${path(value)}L${point(x(last.at), plot.bottom)}L${point(plot.left, plot.bottom)}Z`;
  const answered = (sample: ProgressSample): number => sample.answered;
  const middle = roundHalf(total);
  return {
    line: path(answered),
    answered: area(answered),
    found: area((sample) => sample.found),
    end: { x: x(last.at), y: y(last.answered) },
    goal: end !== null && end.at > last.at ? { x: x(end.at), y: y(end.answered) } : null,
    times: [0, 1, 2, 3].map((third) => first.at + (span * third) / 3).map((at) => ({ at, x: x(at) })),
    bands: stretches.map(({ from, to }) => {
      const [left, right] = [x(Math.max(from, first.at)), x(Math.min(to ?? last.at, last.at))];
      return { x: left, width: Math.max(BAND_PX, right - left) };
    }),
    values: [0, ...(middle > 0 && middle < total ? [middle] : []), total].map((value) => ({ value, y: y(value) })),
  };
}
