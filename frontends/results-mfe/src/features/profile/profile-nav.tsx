import './profile-nav.css';
import type { ProfileDetail } from '@numscope/contracts';
import { formatCount, useLocation } from '@numscope/ui';
import { type MouseEvent, useEffect, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { type Section, sections } from './sections.ts';

function reveal(id: string): void {
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start', behavior: smooth ? 'smooth' : 'instant' });
  section?.focus({ preventScroll: true });
}

/**
 * Tells which section is topmost in sight while a person scrolls. A section that was chosen stays chosen as long as it
 * is in sight.
 */
function followSight(tell: (change: (current: string) => string) => void): () => void {
  const inSight = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inSight.add(target.id);
        else inSight.delete(target.id);
      }
      const topmost = sections.find(({ id }) => inSight.has(id));
      tell((current) => (inSight.has(current) || topmost === undefined ? current : topmost.id));
    },
    { threshold: 0.6 },
  );
  for (const { id } of sections) {
    const section = document.getElementById(id);
    if (section !== null) observer.observe(section);
  }
  return () => observer.disconnect();
}

/** Former holders have a section only where there are any. */
const isShown =
  ({ target }: ProfileDetail) =>
  ({ id }: Section): boolean =>
    id !== 'earlier' || (target.earlier ?? []).length > 0;

const Count = ({ count }: { count: number | null }) =>
  count === null ? null : <span className="rp-nav-count ns-num">{formatCount(count)}</span>;

/** The sections with their counts; a click brings one into sight and puts it into the address. */
export function ProfileNav({ detail }: { detail: ProfileDetail }) {
  const { pathname, search } = useLocation();
  const [current, setCurrent] = useState(() => location.hash.slice(1) || 'about');
  useEffect(() => {
    if (location.hash.length > 1) reveal(location.hash.slice(1));
  }, []);
  useEffect(() => followSight(setCurrent), []);
  const go = (event: MouseEvent<HTMLAnchorElement>, id: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    history.replaceState(history.state, '', `#${id}`);
    setCurrent(id);
    reveal(id);
  };
  return (
    <nav className="rp-nav ns-noprint" aria-label={texts('sections')}>
      {sections.filter(isShown(detail)).map(({ id, title, short, icon: Icon, count }: Section) => (
        <a
          key={id}
          href={`${pathname}${search}#${id}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => go(event, id)}
        >
          <Icon size={14} stroke={1.8} aria-hidden />
          {texts(short ?? title)}
          <Count count={count(detail)} />
        </a>
      ))}
    </nav>
  );
}
