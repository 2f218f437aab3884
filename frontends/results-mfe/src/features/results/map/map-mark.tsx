import { formatCount, formatShort } from '@numscope/ui';
import { texts } from '../../../texts/texts.ts';
import { cityWords } from '../../map/city-words.ts';
import { facetText } from '../facet-text.ts';
import type { Mark } from './clusters.ts';

interface MapMarkProps {
  mark: Mark;
  /** Distance from the map's left and upper edge, as parts of its size. */
  left: number;
  top: number;
  /** Its profiles beside those of the largest mark. */
  share: number;
  /** Searches for those of the city; null where the search has no words for it. */
  onTake: (() => void) | null;
  onZoom: (id: number) => void;
}

const SMALLEST = 22;
const LARGEST = 46;

/** A city, or several that would lie on one another: with how many profiles. */
export function MapMark({ mark, left, top, share, onTake, onZoom }: MapMarkProps) {
  const size = Math.round(SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(share));
  const count = texts('profiles', { count: mark.profiles });
  const label =
    mark.kind === 'several'
      ? texts('mapSeveral', { cities: mark.cities, profiles: count })
      : `${cityWords({ name: facetText('city', mark.city.value), country: mark.city.at.country, alsoIn: mark.city.alsoIn })}: ${count}`;
  const blocked = mark.kind === 'city' && onTake === null;
  return (
    <button
      type="button"
      className="rs-map-mark"
      data-kind={mark.kind === 'city' && mark.city.alsoIn.length > 0 ? 'unsure' : mark.kind}
      aria-label={label}
      aria-disabled={blocked}
      title={blocked ? `${label}. ${texts('facetBlocked')}` : label}
      style={{ left: `${left * 100}%`, top: `${top * 100}%`, width: size, height: size }}
      onClick={() => (mark.kind === 'several' ? onZoom(mark.id) : onTake?.())}
    >
      {mark.profiles < 1000 ? formatCount(mark.profiles) : formatShort(mark.profiles)}
    </button>
  );
}
