import './profile-nav.css';
import type { ProfileDetail } from '@numscope/contracts';
import { formatCount, useLocation } from '@numscope/ui';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { type Section, sections } from './sections.ts';

function reveal(id: string): void {
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start', behavior: smooth ? 'smooth' : 'instant' });
  section?.focus({ preventScroll: true });
}

/** A section counts as in sight from this part on. */
const MOSTLY = 0.6;
const steps = Array.from({ length: 21 }, (_, i) => i / 20);

/** The section that a person chose from the list. */
interface Chosen {
  id: string;
  /** The window has come to it. */
  arrived: boolean;
  /** The person has moved the window since, with the wheel, a finger, a key or the bar. */
  moved: boolean;
}

/** What a person moves the window by. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function isSeen(id: string): boolean {
  const place = document.getElementById(id)?.getBoundingClientRect();
  return place !== undefined && place.bottom > 0 && place.top < innerHeight;
}

/**
 * Tells which section is topmost in sight while a person scrolls. A section that was chosen stays marked on the way to
 * it and as long as it is in sight.
 */
function followSight(
  chosen: RefObject<Chosen | null>,
  tell: (change: (current: string) => string) => void,
): () => void {
  const inSight = new Set<string>();
  const mark = (): void => {
    const held = chosen.current?.id;
    const topmost = sections.find(({ id }) => inSight.has(id))?.id;
    tell((current) => held ?? (inSight.has(current) || topmost === undefined ? current : topmost));
  };
  const moves = (): void => {
    if (chosen.current !== null) chosen.current.moved = true;
  };
  // On the way to what was chosen the person went elsewhere. The end of a movement that had begun before may be told late.
  const stopped = (): void => {
    if (chosen.current?.moved !== true || isSeen(chosen.current.id)) return;
    chosen.current = null;
    mark();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
        // A section higher than the window is never wholly in sight.
        const fills = intersectionRect.height >= 0.4 * (rootBounds?.height ?? Number.POSITIVE_INFINITY);
        if (intersectionRatio >= MOSTLY || fills) inSight.add(target.id);
        else inSight.delete(target.id);
      }
      const held = chosen.current;
      if (held !== null && inSight.has(held.id)) held.arrived = true;
      else if (held?.arrived === true) chosen.current = null;
      mark();
    },
    { threshold: steps },
  );
  for (const { id } of sections) {
    const section = document.getElementById(id);
    if (section !== null) observer.observe(section);
  }
  // Whatever scrolls: the event does not rise.
  document.addEventListener('scrollend', stopped, true);
  for (const kind of MOVES) document.addEventListener(kind, moves, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    for (const kind of MOVES) document.removeEventListener(kind, moves, { capture: true });
    document.removeEventListener('scrollend', stopped, true);
  };
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
  const chosen = useRef<Chosen | null>(null);
  useEffect(() => {
    const id = location.hash.slice(1);
    if (document.getElementById(id) === null) return;
    chosen.current = { id, arrived: false, moved: false };
    reveal(id);
  }, []);
  useEffect(() => followSight(chosen, setCurrent), []);
  const go = (event: MouseEvent<HTMLAnchorElement>, id: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    history.replaceState(history.state, '', `#${id}`);
    chosen.current = { id, arrived: false, moved: false };
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
          <span className="ns-clip" title={texts(short ?? title)}>
            {texts(short ?? title)}
          </span>
          <Count count={count(detail)} />
        </a>
      ))}
    </nav>
  );
}
