import './section-card.css';
import type { ReactNode } from 'react';
import { formatCount } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { type SectionId, sections } from './sections.ts';

interface CardProps {
  id: SectionId;
  count?: number;
  /** Right in the head: a hint or a link. */
  aside?: ReactNode;
  /** Above what there is, also above that there is nothing. */
  note?: ReactNode;
  children: ReactNode;
}

/** One section of the profile. The count says how much there is; nothing is said where nobody says. */
export function SectionCard({ id, count, aside, note, children }: CardProps) {
  const section = sections.find((one) => one.id === id);
  if (section === undefined) return null;
  const Icon = section.icon;
  return (
    <section className="ns-card rp-card" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <div className="ns-card-head">
        <Icon size={14} stroke={1.8} className="tabler-icon ns-t3" aria-hidden />
        <h2 id={`${id}-title`}>{texts(section.title)}</h2>
        {count === undefined ? null : <span className="ns-sm ns-t3 ns-num">{formatCount(count)}</span>}
        <span className="ns-grow" />
        {aside}
      </div>
      {note}
      {count === 0 ? <p className="rp-nobody">{texts('nobody')}</p> : children}
    </section>
  );
}
