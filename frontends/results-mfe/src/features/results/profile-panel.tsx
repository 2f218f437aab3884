import './profile-panel.css';
import { networkName, type Profile } from '@numscope/contracts';
import {
  ConfidenceMeter,
  countryName,
  Face,
  formatCount,
  Link,
  MadeUpMark,
  NotLoaded,
  Phone,
  ProvenanceChip,
  SidePanel,
  StaleNote,
} from '@numscope/ui';
import type { ReactNode } from 'react';
import { nearestOn } from '../../domain/found-faces.ts';
import { matchesOf, type PictureSearch } from '../../domain/picture-search.ts';
import { bestName, isMadeUp, otherForms, profilePath } from '../../domain/profile-facts.ts';
import { agreeing, disagreementsOf, entriesOf } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';
import { MatchEvidence } from '../faces/match-evidence.tsx';
import { SmallLastOnline } from './profile-columns.tsx';
import { usePanelProfile } from './use-panel-profile.ts';

interface PanelProps {
  phone: string;
  /** When the list holds it already. */
  known: Profile | undefined;
  /** What was found by picture; null: nothing. */
  search: PictureSearch | null;
  onClose: () => void;
}

/** The summary of a profile beside the list, which follows what happens to it; arrow keys show the next one. */
export function ProfilePanel({ phone, known, search, onClose }: PanelProps) {
  const { query, isGone, profile } = usePanelProfile(phone, known);
  const label = texts('summary', { name: profile === undefined ? phone : bestName(profile) || phone });
  return (
    <SidePanel
      label={label}
      onClose={onClose}
      fullPage={profilePath(phone, location.pathname)}
      bar={
        profile === undefined ? (
          <span className="ns-b ns-num">{phone}</span>
        ) : (
          <ConfidenceMeter value={profile.confidence} words />
        )
      }
    >
      {profile === undefined ? (
        <NotLoaded query={query} title={texts(isGone ? 'profileUnknown' : 'profileFailed')} rows={5} />
      ) : (
        <>
          <StaleNote query={query} />
          <Summary profile={profile} search={search} />
        </>
      )}
    </SidePanel>
  );
}

function Summary({ profile, search }: { profile: Profile; search: PictureSearch | null }) {
  const differ = disagreementsOf(profile).length;
  const match = search === null ? undefined : nearestOn(matchesOf(search), profile.images);
  const first = (
    list: readonly string[],
    field: 'phones' | 'addresses' | 'work' | 'schools',
    title: string,
  ): ReactNode =>
    list.length === 0 ? null : (
      <Part title={title} count={list.length}>
        {list.slice(0, 3).map((value) => (
          <Value key={value} chip={<ProvenanceChip entries={entriesOf(profile, field, value)} />}>
            {field === 'phones' ? <Phone phone={value} /> : <span className="ns-clip">{value}</span>}
          </Value>
        ))}
      </Part>
    );
  return (
    <>
      <div className="rs-panel-head">
        <Face name={bestName(profile)} imageId={profile.photos[0]?.imageId} large />
        <div className="rs-panel-who">
          <strong className="rs-panel-name">{bestName(profile) || texts('noName')}</strong>
          <Phone
            phone={profile.phone}
            international={profile.numbering?.international}
            country={profile.numbering?.country}
            copy="always"
          />
          <SmallLastOnline profile={profile} />
        </div>
      </div>
      <div className="rs-panel-marks">
        {isMadeUp(profile) ? <MadeUpMark what="person" /> : null}
        {differ === 0 ? null : (
          <Link className="ns-prov" data-disagree="" to={`${profilePath(profile.phone, location.pathname)}#disagree`}>
            {texts('disagreeCount', { count: differ })}
          </Link>
        )}
      </div>
      {search === null || match === undefined ? null : (
        <Part title={texts('evidence')}>
          <MatchEvidence search={search} match={match} />
        </Part>
      )}
      <Part title={texts('names')} count={profile.names.length}>
        {profile.names.slice(0, 4).map((name) => (
          <Value
            key={`${name.type} ${name.name}`}
            chip={<ProvenanceChip entries={entriesOf(profile, 'names', name)} />}
          >
            <span className="ns-clip">{name.name}</span>
            {name.forms === undefined ? null : <span className="ns-sm ns-t3 ns-clip">{otherForms(name)}</span>}
            <span className="ns-tag">{name.type}</span>
          </Value>
        ))}
      </Part>
      <Part title={texts('emailsSection')} count={profile.emails.length}>
        {profile.emails.slice(0, 3).map((email) => (
          <Value key={email} chip={<ProvenanceChip entries={entriesOf(profile, 'emails', email)} />}>
            <span className="ns-clip">{email}</span>
          </Value>
        ))}
      </Part>
      <Part title={texts('networksSection')} count={profile.socialNetworks.length}>
        {profile.socialNetworks.slice(0, 4).map((account) => (
          <Value
            key={`${account.socialNetwork} ${account.id}`}
            chip={<ProvenanceChip entries={entriesOf(profile, 'socialNetworks', account)} />}
          >
            <span className="ns-t3 ns-sm rs-panel-key">{networkName(account.socialNetwork)}</span>
            <span className="ns-clip">{account.id}</span>
          </Value>
        ))}
      </Part>
      {profile.city === null && profile.country === null ? null : (
        <Part title={texts('place')}>
          {profile.city === null ? null : (
            <Value chip={<ProvenanceChip entries={agreeing(profile, 'city')} />}>
              <span className="ns-clip">{profile.city}</span>
            </Value>
          )}
          {profile.country === null ? null : (
            <Value chip={<ProvenanceChip entries={agreeing(profile, 'country')} />}>
              <span className="ns-clip">{countryName(profile.country)}</span>
            </Value>
          )}
        </Part>
      )}
      {first(profile.phones, 'phones', texts('phones'))}
      {first(profile.addresses, 'addresses', texts('addresses'))}
      {first(profile.work, 'work', texts('work'))}
      {first(profile.schools, 'schools', texts('schools'))}
      <Part title={texts('sourcesSection')} count={profile.sources.length}>
        <span className="ns-row ns-gap4 rs-wrap">
          {profile.sources.map((source) => (
            <span key={source} className="ns-tag">
              {source}
            </span>
          ))}
        </span>
      </Part>
      <div className="rs-panel-foot">
        <Link className="ns-btn" to={profilePath(profile.phone, location.pathname)}>
          {texts('openProfile')}
        </Link>
      </div>
    </>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="ns-sect">
      <div className="ns-sect-head">
        <h2>{title}</h2>
        {count === undefined ? null : <span className="ns-sm ns-t3 ns-num">{formatCount(count)}</span>}
      </div>
      {count === 0 ? <span className="ns-sm ns-t3">{texts('nobody')}</span> : children}
    </section>
  );
}

const Value = ({ children, chip }: { children: ReactNode; chip: ReactNode }) => (
  <div className="rs-value">
    <span className="ns-row rs-value-text">{children}</span>
    {chip}
  </div>
);
