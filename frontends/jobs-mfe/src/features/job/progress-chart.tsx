import type { Job } from '@numscope/contracts';
import { ErrorState, formatClock, formatCount, formatMinute, StaleNote } from '@numscope/ui';
import { axisMark } from '../../domain/axis-mark.ts';
import { curveOf } from '../../domain/curve.ts';
import { answeredAtEnd, validPhones } from '../../domain/job-pace.ts';
import { standTitle } from '../../domain/standstills.ts';
import { texts } from '../../texts/opened.ts';
import { Standstills } from './standstills.tsx';
import { useProgress } from './use-progress.ts';

const plot = { left: 34, right: 364, top: 7.5, bottom: 88 };
const MINUTE = 60_000;

/** A time below the axis: to the second only where the whole curve is short. */
const clock = (at: number, span: number): string => (span < 4 * MINUTE ? formatClock(at) : formatMinute(at));

/** What was answered over time as the server kept it, why it stood still, and where it should end. */
export function ProgressChart({ job }: { job: Job }) {
  const running = job.status === 'IN_PROGRESS';
  const query = useProgress(job);
  const progress = query.data;
  const samples = progress?.points ?? [];
  const stretches = progress?.stretches ?? [];
  const end = running && job.eta !== null ? { at: job.eta, answered: answeredAtEnd(job) } : null;
  const curve = curveOf(samples, validPhones(job), end, plot, stretches);
  const last = samples.at(-1);
  if (job.mainJob || job.parentNumber !== null) return null;
  if (progress === undefined && query.error !== null)
    return (
      <section className="ns-sect jb-chart" aria-label={texts('answeredOverTime')}>
        <ErrorState error={query.error} title={texts('chartFailed')} onRetry={() => void query.refetch()} />
      </section>
    );
  if (curve === null && !running) return null;
  return (
    <section className="ns-sect jb-chart" aria-label={texts('answeredOverTime')}>
      <div className="ns-sect-head">
        <h3>{texts('answeredOverTime')}</h3>
        {running ? (
          <span className="ns-xs ns-t3 ns-num">{texts('nowASecond', { rate: formatCount(Math.round(job.rate)) })}</span>
        ) : null}
      </div>
      <StaleNote query={query} />
      {curve === null || last === undefined ? (
        <p className="ns-sm ns-t3">{texts('chartWaiting')}</p>
      ) : (
        <svg
          viewBox="0 0 368 106"
          role="img"
          aria-label={texts(curve.goal === null ? 'chartLabel' : 'chartForecast', {
            answered: formatCount(last.answered),
            time: formatClock(last.at),
            end: job.eta === null ? '' : formatClock(job.eta),
          })}
        >
          {curve.values.map(({ value, y }, i) => (
            <g key={value}>
              <line
                x1={plot.left}
                x2={plot.right}
                y1={y}
                y2={y}
                stroke="var(--ns-line)"
                strokeDasharray={i === curve.values.length - 1 ? '2 3' : undefined}
              />
              <text className="jb-axis" x={28} y={y + 3.5} textAnchor="end">
                {axisMark(value)}
              </text>
            </g>
          ))}
          {curve.bands.map(({ x, width }, i) => {
            const stretch = stretches[i];
            return stretch === undefined ? null : (
              <rect
                key={`${stretch.kind} ${stretch.from} ${stretch.sources.join()}`}
                className="jb-band"
                data-kind={stretch.kind}
                x={x}
                y={plot.top}
                width={width}
                height={plot.bottom - plot.top}
              >
                <title>{standTitle(stretch, last.at)}</title>
              </rect>
            );
          })}
          <path d={curve.answered} fill="var(--ns-none-fill)" opacity={0.45} />
          <path d={curve.found} fill="var(--ns-good-fill)" opacity={0.55} />
          <path d={curve.line} fill="none" stroke="var(--ns-text)" strokeWidth={1.5} strokeLinejoin="round" />
          {curve.goal === null ? null : (
            <path
              d={`M${curve.end.x} ${curve.end.y}L${curve.goal.x} ${curve.goal.y}`}
              fill="none"
              stroke="var(--ns-accent)"
              strokeWidth={1.5}
              strokeDasharray="3 3"
            />
          )}
          <circle
            cx={curve.end.x}
            cy={curve.end.y}
            r={3.5}
            fill="var(--ns-accent)"
            stroke="var(--ns-surface)"
            strokeWidth={1.5}
          />
          {curve.times.map(({ at, x }, i, all) => {
            const span = (all.at(-1)?.at ?? at) - (all[0]?.at ?? at);
            const before = all[i - 1];
            // Within one second, or minute, they are the same.
            if (before !== undefined && clock(before.at, span) === clock(at, span)) return null;
            return (
              <text
                key={at}
                className="jb-axis"
                x={x}
                y={102}
                textAnchor={i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle'}
              >
                {clock(at, span)}
              </text>
            );
          })}
        </svg>
      )}
      {last === undefined ? null : <Standstills stretches={stretches} until={last.at} />}
    </section>
  );
}
