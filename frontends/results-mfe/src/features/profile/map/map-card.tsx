import './map-card.css';
import type { Profile } from '@numscope/contracts';
import { Flag, ProvenanceChip, lazyPart } from '@numscope/ui';
import { IconBuilding, IconMapPin, IconPhone, IconWorld } from '@tabler/icons-react';
import { texts } from '../../../texts/texts.ts';
import { type Place, placesOf } from '../places.ts';
import { SectionCard } from '../section-card.tsx';

const WorldMap = lazyPart(() => import('./world-map.tsx'));
const icons: Record<Place['kind'], typeof IconMapPin> = {
  city: IconBuilding,
  address: IconMapPin,
  country: IconWorld,
  number: IconPhone,
  region: IconPhone,
};

/**
 * Where the sources place the person: the countries on a map of the build, and every place in words with who says it.
 */
export function MapCard({ profile }: { profile: Profile }) {
  const places = placesOf(profile);
  return (
    <SectionCard
      id="map"
      count={places.length}
      aside={<span className="ns-sm ns-t3 ns-wide">{texts('inTheBuild')}</span>}
    >
      <div className="rp-map">
        <WorldMap places={places} />
      </div>
      <ul className="rp-values">
        {places.map(({ kind, label, text, country, entries }) => {
          const Icon = icons[kind];
          return (
            <li key={`${kind} ${text}`} className="rs-value">
              <span className="ns-row rs-value-text">
                {kind === 'country' || kind === 'number' ? (
                  <Flag country={country} />
                ) : (
                  <Icon size={14} stroke={1.8} className="tabler-icon ns-t3" aria-hidden />
                )}
                <span className="ns-clip" title={`${label}: ${text}`}>
                  <span className="ns-sr">{label}: </span>
                  {text}
                </span>
              </span>
              <ProvenanceChip entries={entries} />
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
