import './profile-card.css';
import type { Profile } from '@numscope/contracts';
import { ConfidenceMeter, Face, Phone } from '@numscope/ui';
import type { FaceMatch } from '../../domain/found-faces.ts';
import { bestName, networksOf } from '../../domain/profile-facts.ts';
import { texts } from '../../texts/texts.ts';
import { Alike } from '../faces/alike.tsx';
import { FoundBy } from './found-by.tsx';
import { SmallLastOnline } from './profile-columns.tsx';

function Tags({ profile }: { profile: Profile }) {
  const networks = networksOf(profile);
  if (networks.length === 0) return null;
  return (
    <span className="ns-row ns-gap4 rs-wrap">
      {networks.slice(0, 4).map((network) => (
        <span key={network} className="ns-tag">
          {network}
        </span>
      ))}
      {networks.length > 4 ? <span className="ns-tag">+{networks.length - 4}</span> : null}
    </span>
  );
}

const Name = ({ profile, names, other }: Pick<CardProps, 'profile' | 'names' | 'other'>) =>
  bestName(profile) === '' ? (
    <span className="ns-t3">{texts('noName')}</span>
  ) : (
    <>
      <span className="ns-b ns-clip">{bestName(profile)}</span>
      <FoundBy name={other} words={names} />
    </>
  );

const Number = ({ profile }: { profile: Profile }) => (
  <Phone
    phone={profile.phone}
    international={profile.numbering?.international}
    country={profile.numbering?.country}
    copy="none"
  />
);

interface CardProps {
  profile: Profile;
  /** Faces like the one on the picture that is searched by. */
  matches: readonly FaceMatch[];
  /** What was searched for among names. */
  names: readonly string[];
  /** Its other name by which it was found. */
  other: string | undefined;
}

const Likeness = ({ matches, profile }: Pick<CardProps, 'matches' | 'profile'>) =>
  matches.length === 0 ? null : (
    <span className="ns-sm ns-t2">
      {texts('alike')} <Alike profile={profile} matches={matches} />
    </span>
  );

/** A profile of the list on a narrow screen. */
export function ProfileCard({ profile, matches, names, other }: CardProps) {
  return (
    <span className="rs-card-row">
      <Face name={bestName(profile)} imageId={profile.photos[0]?.imageId} />
      <span className="rs-card-lines">
        <Name profile={profile} names={names} other={other} />
        <Number profile={profile} />
        <Likeness profile={profile} matches={matches} />
        <Tags profile={profile} />
      </span>
      <ConfidenceMeter value={profile.confidence} />
    </span>
  );
}

/** The same on a wide screen, as one of many cards. */
export function ProfileTile({
  profile,
  matches,
  names,
  other,
  open,
  onOpen,
}: CardProps & { open: boolean; onOpen: () => void }) {
  return (
    <button type="button" className="rs-tile" data-open={open ? '' : undefined} aria-pressed={open} onClick={onOpen}>
      <span className="ns-row">
        <Face name={bestName(profile)} imageId={profile.photos[0]?.imageId} large />
        <span className="rs-card-lines">
          <Name profile={profile} names={names} other={other} />
          <Number profile={profile} />
          <ConfidenceMeter value={profile.confidence} />
          <Likeness profile={profile} matches={matches} />
        </span>
      </span>
      <Tags profile={profile} />
      <span className="ns-sm ns-t2 ns-clip">{profile.emails[0] ?? ''}</span>
      <SmallLastOnline profile={profile} />
    </button>
  );
}
