import './profile-cards.css';
import type { ListField, ProfileDetail } from '@numscope/contracts';
import { Phone, ProvenanceChip } from '@numscope/ui';
import type { ReactNode } from 'react';
import { mayBeMore } from '../../domain/more-said.ts';
import { otherForms } from '../../domain/profile-facts.ts';
import { entriesOf } from '../../domain/provenance.ts';
import { AboutCard } from './about-card.tsx';
import { ActivityCard } from './activity-card.tsx';
import { EarlierCard } from './earlier-card.tsx';
import { DisagreementsCard } from './disagreements-card.tsx';
import { LineCard } from './line-card.tsx';
import { MapCard } from './map/map-card.tsx';
import { NetworksCard, SocialIdsCard } from './networks-card.tsx';
import { OtherHolder } from './other-holder.tsx';
import { PhotosCard } from './photos-card.tsx';
import { SameFaceCard } from './same-face-card.tsx';
import type { SectionId } from './sections.ts';
import { SourcesCard } from './sources-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { type ValueRow, ValuesCard } from './values-card.tsx';
import { WordcloudCard } from './wordcloud-card.tsx';

type TextList = 'emails' | 'phones' | 'addresses' | 'friends' | 'schools' | 'work' | 'additionalContact';

/** All sections: what identifies the person on the left, what pictures it on the right. */
export function ProfileCards({ detail, onAnswers }: { detail: ProfileDetail; onAnswers: () => void }) {
  const profile = detail.target;
  const chip = (field: ListField, value: unknown): ReactNode => (
    <ProvenanceChip entries={entriesOf(profile, field, value)} />
  );
  const texts = (id: SectionId, field: TextList): ReactNode => {
    const rows = profile[field].map((value): ValueRow => ({
      key: value,
      value:
        field === 'phones' ? (
          <Phone phone={value} />
        ) : (
          <span className="ns-clip" title={value}>
            {value}
          </span>
        ),
      chip: chip(field, value),
    }));
    return <ValuesCard id={id} rows={rows} mayBeMore={mayBeMore(profile, field)} />;
  };
  const names = profile.names.map((name): ValueRow => ({
    key: `${name.type} ${name.name}`,
    value: (
      <>
        <span className="ns-clip" title={name.name}>
          {name.name}
        </span>
        {name.forms === undefined ? null : (
          <span className="ns-sm ns-t3 ns-clip" title={otherForms(name)}>
            {otherForms(name)}
          </span>
        )}
        <span className="ns-tag">{name.type}</span>
      </>
    ),
    chip: chip('names', name),
  }));
  return (
    <div className="rp-grid">
      <div className="rp-column">
        <OtherHolder profile={profile} />
        <AboutCard profile={profile} />
        <LineCard profile={profile} />
        <DisagreementsCard profile={profile} />
        <div className="rp-pair">
          <ValuesCard id="names" rows={names} mayBeMore={mayBeMore(profile, 'names')} />
          {texts('emails', 'emails')}
        </div>
        <TimelineCard phone={profile.phone} />
        <EarlierCard profile={profile} />
        <SourcesCard sources={detail.sources} onAnswers={onAnswers} />
        <div className="rp-pair">
          {texts('phones', 'phones')}
          {texts('addresses', 'addresses')}
        </div>
        <div className="rp-pair">
          {texts('friends', 'friends')}
          <SocialIdsCard detail={detail} />
        </div>
        <div className="rp-pair">
          {texts('schools', 'schools')}
          {texts('work', 'work')}
        </div>
        <div className="rp-pair">{texts('additional-contact', 'additionalContact')}</div>
      </div>
      <div className="rp-column">
        <MapCard profile={profile} />
        <PhotosCard profile={profile} />
        <SameFaceCard phone={profile.phone} />
        <WordcloudCard profile={profile} />
        <NetworksCard profile={profile} />
        <ActivityCard detail={detail} />
      </div>
    </div>
  );
}
