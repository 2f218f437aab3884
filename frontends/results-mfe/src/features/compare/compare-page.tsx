import './compare-page.css';
import {
  Button,
  Face,
  formatCount,
  IconButton,
  Link,
  MadeUpMark,
  NotLoaded,
  Phone,
  StaleNote,
  t,
  useFooterNote,
  usePageTitle,
} from '@numscope/ui';
import { CompareTable } from '@numscope/ui/compare/compare-table.tsx';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { bestName, isMadeUp, profilePath } from '../../domain/profile-facts.ts';
import { texts } from '../../texts/texts.ts';
import { compareRows } from './compare-rows.tsx';
import { useCompared } from './use-compared.ts';

interface CompareProps {
  /** Two to four, as E.164. */
  phones: readonly string[];
  /** With fewer than two there is nothing to compare. */
  onPhones: (phones: string[]) => void;
}

/** Two to four profiles side by side, with who says what. */
export default function ComparePage({ phones, onPhones }: CompareProps) {
  const [onlyDifferences, setOnly] = useState(false);
  const query = useCompared(phones);
  const { data: profiles } = query;
  usePageTitle(texts('compareTitle', { count: phones.length }));
  useFooterNote(texts('profileNote'));
  const head = (phone: string, i: number) => {
    const profile = profiles?.[i] ?? null;
    const name = profile === null ? '' : bestName(profile);
    return (
      <div className="rs-compare-who">
        <Face name={name} imageId={profile?.photos[0]?.imageId} />
        <div className="ns-grow">
          {profile === null ? (
            <span className="ns-t3">{texts('profileUnknown')}</span>
          ) : (
            <Link className="ns-b" to={profilePath(phone, location.pathname)}>
              {name || texts('noName')}
            </Link>
          )}
          <span className="ns-block ns-sm">
            <Phone phone={phone} copy="none" />
          </span>
          {profile !== null && isMadeUp(profile) ? <MadeUpMark what="person" /> : null}
        </div>
        <IconButton
          label={texts('compareLeaveOut', { phone })}
          onClick={() => onPhones(phones.filter((one) => one !== phone))}
        >
          <IconX size={14} stroke={1.8} />
        </IconButton>
      </div>
    );
  };
  return (
    <div className="rs-compare">
      <div className="ns-tools">
        <Button kind="quiet" size="sm" onClick={() => onPhones([])}>
          <IconArrowLeft size={14} stroke={1.8} aria-hidden />
          {texts('back')}
        </Button>
        <h1 className="rs-compare-title ns-grow">{texts('compareTitle', { count: phones.length })}</h1>
        <label className="ns-row">
          <input
            type="checkbox"
            className="ns-check"
            checked={onlyDifferences}
            onChange={(event) => setOnly(event.target.checked)}
          />
          {texts('compareDifferences')}
        </label>
      </div>
      <StaleNote query={query} />
      {profiles === undefined ? (
        <NotLoaded query={query} title={texts('profileFailed')} rows={12} />
      ) : (
        <CompareTable
          words={{
            label: texts('compareTitle', { count: phones.length }),
            field: texts('compareField'),
            nobodySays: t('nobodySays'),
            nothingDiffers: texts('compareSame'),
            shared: texts('compareShared'),
            more: (_rest, all) => texts('all', { count: formatCount(all) }),
          }}
          sides={phones.map((phone, i) => ({ key: phone, head: head(phone, i) }))}
          rows={compareRows(profiles)}
          onlyDifferences={onlyDifferences}
        />
      )}
    </div>
  );
}
