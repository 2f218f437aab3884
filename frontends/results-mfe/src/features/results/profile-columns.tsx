import './profile-columns.css';
import type { Profile } from '@numscope/contracts';
import {
  type Column,
  ConfidenceMeter,
  CopyButton,
  Face,
  formatLastOnline,
  formatUtc,
  Highlight,
  Link,
  Moment,
  Phone,
  t,
  NAME_LEAST,
} from '@numscope/ui';
import { foundWords } from '../../domain/found-name.ts';
import { lastOnlineOf } from '../../domain/last-online.ts';
import { type FaceMatch } from '../../domain/found-faces.ts';
import { Alike } from '../faces/alike.tsx';
import { bestName, networksOf, profilePath } from '../../domain/profile-facts.ts';
import { placeWords, statedPlace } from '../../domain/stated-place.ts';
import { texts } from '../../texts/texts.ts';
import { FoundBy } from './found-by.tsx';

/** What was searched for: texts to be underlined where they stand, and faces like the one on a picture. */
export interface Searched {
  names: readonly string[];
  /** The other names by which profiles were found, keyed by phone. */
  others: ReadonlyMap<string, string>;
  emails: readonly string[];
  matches: readonly FaceMatch[];
}

const SHOWN_NETWORKS = 2;

function Networks({ profile }: { profile: Profile }) {
  const networks = networksOf(profile);
  if (networks.length === 0) return <span className="ns-t3">{t('nothing')}</span>;
  const more = networks.slice(SHOWN_NETWORKS);
  return (
    <span className="ns-row ns-gap4">
      {networks.slice(0, SHOWN_NETWORKS).map((network) => (
        <span key={network} className="ns-tag">
          {network}
        </span>
      ))}
      {more.length === 0 ? null : (
        <span className="ns-tag" title={more.join(', ')}>
          +{more.length}
        </span>
      )}
    </span>
  );
}

/** When the person was online last. */
function LastOnline({ profile }: { profile: Profile }) {
  const at = lastOnlineOf(profile);
  const text = formatLastOnline(at);
  if (text === null || at === null) return <span className="ns-t3">{texts('notKnown')}</span>;
  return (
    <span className="ns-t2 ns-num ns-nowrap" title={formatUtc(at)}>
      {text}
    </span>
  );
}

/** The same beside other things, where it is known. */
export const SmallLastOnline = ({ profile }: { profile: Profile }) =>
  lastOnlineOf(profile) === null ? null : (
    <span className="ns-sm">
      <LastOnline profile={profile} />
    </span>
  );

/** The city somebody says, and the country of the same source as its code; the whole names in the tooltip. */
function Place({ profile }: { profile: Profile }) {
  const { city, country } = statedPlace(profile);
  if (city === null && country === null) return <span className="ns-t3">{texts('notKnown')}</span>;
  return (
    <span className="ns-t2 ns-clip ns-block" title={placeWords(profile)}>
      {city ?? placeWords(profile)}
      {city === null || country === null ? null : <span className="ns-sm ns-t3"> {country}</span>}
    </span>
  );
}

/** The columns of the results. Only what the server sorts by has an arrow. */
export const profileColumns = ({ names, others, emails, matches }: Searched): Column<Profile>[] => [
  {
    id: 'name',
    least: NAME_LEAST,
    header: texts('bestName'),
    fixed: true,
    sort: 'name',
    cell: (profile) => (
      <Link className="ns-row rs-name" to={profilePath(profile.phone, location.pathname)}>
        <Face name={bestName(profile)} imageId={profile.photos[0]?.imageId} />
        {bestName(profile) === '' ? (
          <span className="ns-t3">{texts('noName')}</span>
        ) : (
          <span className="rs-names">
            <span className="ns-b ns-clip" title={bestName(profile)}>
              <Highlight text={bestName(profile)} words={foundWords(bestName(profile), names)} />
            </span>
            <FoundBy name={others.get(profile.phone)} words={names} />
          </span>
        )}
      </Link>
    ),
  },
  {
    id: 'phone',
    header: texts('phone'),
    width: 192,
    fixed: true,
    sort: 'phone',
    cell: (profile) => (
      <Phone
        phone={profile.phone}
        international={profile.numbering?.international}
        country={profile.numbering?.country}
        code
        copy="none"
      />
    ),
  },
  ...(matches.length === 0
    ? []
    : [
        {
          id: 'alike',
          header: texts('alike'),
          width: 104,
          align: 'right' as const,
          sort: 'images',
          downFirst: true,
          cell: (profile: Profile) => <Alike profile={profile} matches={matches} />,
        },
      ]),
  { id: 'networks', header: texts('networks'), width: 164, cell: (profile) => <Networks profile={profile} /> },
  {
    id: 'emails',
    header: texts('emails'),
    width: 156,
    cell: (profile) => {
      const [email, ...more] = profile.emails;
      if (email === undefined) return <span className="ns-t3">{t('nothing')}</span>;
      return (
        <span className="ns-row ns-gap4">
          <span className="ns-t2 ns-clip" title={profile.emails.join('\n')}>
            <Highlight text={email} words={emails} />
          </span>
          {more.length === 0 ? null : <span className="ns-tag">+{more.length}</span>}
        </span>
      );
    },
  },
  {
    id: 'place',
    header: texts('place'),
    width: 128,
    cell: (profile) => <Place profile={profile} />,
  },
  {
    id: 'sources',
    header: texts('sources'),
    width: 84,
    align: 'right',
    cell: (profile) => <span title={profile.sources.join('\n')}>{profile.sources.length}</span>,
  },
  {
    id: 'confidence',
    header: texts('confidence'),
    width: 124,
    sort: 'confidence',
    downFirst: true,
    cell: (profile) => <ConfidenceMeter value={profile.confidence} />,
  },
  {
    id: 'lastOnline',
    header: texts('lastOnline'),
    width: 156,
    optional: true,
    cell: (profile) => <LastOnline profile={profile} />,
  },
  {
    id: 'updated',
    header: texts('updated'),
    width: 140,
    sort: 'timestamp',
    downFirst: true,
    cell: (profile) => <Moment className="ns-t2 ns-nowrap" at={profile.timestamp} />,
  },
  {
    id: 'copy',
    header: t('copy'),
    quietHead: true,
    width: 60,
    fixed: true,
    cell: (profile) => <CopyButton text={profile.phone} label={t('copyNumber')} />,
  },
];
