import './standstills.css';
import { useState } from 'react';
import { standTime, standWord, type Stretch } from '../../domain/standstills.ts';
import { texts } from '../../texts/opened.ts';

const FIRST = 4;

/** Why and when a job stood still, the latest first: the bands of its curve in words. */
export function Standstills({ stretches, until }: { stretches: readonly Stretch[]; until: number }) {
  const [all, setAll] = useState(false);
  if (stretches.length === 0) return null;
  const newest = stretches.toReversed();
  const shown = all ? newest : newest.slice(0, FIRST);
  return (
    <>
      <ul className="jb-stands ns-xs">
        {shown.map((stretch) => (
          <li key={`${stretch.kind} ${stretch.from} ${stretch.sources.join()}`}>
            <i data-kind={stretch.kind} aria-hidden />
            <span>{standWord(stretch)}</span>
            <span className="ns-t3 ns-num">{standTime(stretch, until)}</span>
          </li>
        ))}
      </ul>
      {shown.length === newest.length ? null : (
        <button type="button" className="ns-xs ns-link" onClick={() => setAll(true)}>
          {texts('andMore', { count: newest.length - shown.length })}
        </button>
      )}
    </>
  );
}
