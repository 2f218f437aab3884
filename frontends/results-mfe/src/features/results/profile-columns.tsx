import type { Profile } from '@numscope/contracts';
import { type Column, ConfidenceMeter, Face, formatLastOnline, formatUtc, Phone, t } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** The name to show first. */
export const bestName = (profile: Profile): string =>
  [profile.firstName, profile.lastName].filter((part) => part !== null).join(' ') || (profile.names[0]?.name ?? '');

export const profileColumns = (): Column<Profile>[] => [
  {
    id: 'name',
    header: texts('bestName'),
    fixed: true,
    cell: (profile) => (
      <span className="ns-row">
        <Face name={bestName(profile)} imageId={profile.photos[0]?.imageId} />
        {bestName(profile) === '' ? (
          <span className="ns-t3">{texts('noName')}</span>
        ) : (
          <span className="ns-b ns-clip">{bestName(profile)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'phone',
    header: texts('phone'),
    width: 210,
    fixed: true,
    cell: (profile) => (
      <Phone phone={profile.phone} international={profile.numbering?.international} country={profile.numbering?.country} code />
    ),
  },
  { id: 'sources', header: texts('sources'), width: 80, align: 'right', cell: (profile) => profile.sources.length },
  {
    id: 'confidence',
    header: texts('confidence'),
    width: 116,
    sort: 'confidence',
    cell: (profile) => <ConfidenceMeter value={profile.confidence} />,
  },
  {
    id: 'lastOnline',
    header: texts('lastOnline'),
    width: 160,
    cell: (profile) => {
      const text = formatLastOnline(profile.lastOnline);
      return text === null || profile.lastOnline === null ? (
        <span className="ns-t3">{t('nothing')}</span>
      ) : (
        <span title={formatUtc(profile.lastOnline)}>{text}</span>
      );
    },
  },
];
