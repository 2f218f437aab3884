import './values-card.css';
import { formatCount } from '@numscope/ui';
import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { SectionCard } from './section-card.tsx';
import type { SectionId } from './sections.ts';

/** Entries shown before 'All' is asked for. */
const SHORT = 4;

export interface ValueRow {
  key: string;
  value: ReactNode;
  /** Who says so. */
  chip: ReactNode;
}

/** A section that is a list: each entry with who says it. Long lists open on request, and always on paper. */
export function ValuesCard({
  id,
  rows,
  short = SHORT,
  aside,
  mayBeMore = false,
}: {
  id: SectionId;
  rows: readonly ValueRow[];
  short?: number;
  aside?: ReactNode;
  /** Whether sources may have said more than there is room for. */
  mayBeMore?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const more = rows.length > short;
  return (
    <SectionCard
      id={id}
      count={rows.length}
      aside={
        <>
          {aside}
          {more ? (
            <button type="button" className="ns-link ns-noprint" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? texts('fewer') : texts('all', { count: formatCount(rows.length) })}
            </button>
          ) : null}
        </>
      }
    >
      <ul className="rp-values">
        {rows.map(({ key, value, chip }, i) => (
          <li key={key} className="rs-value" data-more={i >= short && !open ? '' : undefined}>
            <span className="ns-row rs-value-text">{value}</span>
            {chip}
          </li>
        ))}
      </ul>
      {mayBeMore ? <p className="ns-sm ns-t3">{texts('mayBeMore')}</p> : null}
    </SectionCard>
  );
}
