import './sparkline.css';

interface SparklineProps {
  /** The oldest first. */
  values: readonly number[];
  /** Something is wrong with what it shows. */
  bad?: boolean;
}

const WIDTH = 96;
const HEIGHT = 18;

/** How a figure went, from nothing to its own most; the words beside it say how much. */
export function Sparkline({ values, bad = false }: SparklineProps) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const line = values
    .map((value, at) => `${(at * step).toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 3)).toFixed(1)}`)
    .join(' ');
  return (
    <svg
      className="ad-spark"
      data-bad={bad ? '' : undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}
