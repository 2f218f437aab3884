import './print.css';
import { networkName, type Profile } from '@numscope/contracts';
import { type Criteria, formatDecimal, formatLastOnline, formatUtc } from '@numscope/ui';
import { lastOnlineOf } from '../../domain/last-online.ts';
import { bestName, isMadeUp } from '../../domain/profile-facts.ts';
import type { FoundTotal } from '../../domain/found-total.ts';
import { placeWords } from '../../domain/stated-place.ts';
import { texts } from '../../texts/texts.ts';
import { Sentence } from '../results/sentence.tsx';
import { firstOfWords } from '../results/total-words.ts';

interface SheetProps {
  profiles: readonly Profile[];
  /** How many profiles the search found; `profiles` are the first of them. */
  total: FoundTotal;
  /** The search that found them. */
  criteria: Criteria;
  /** Absent: none was asked for. */
  purpose?: string | undefined;
  user: string;
  /** Milliseconds. */
  at: number;
}

/** Profiles as a clean paper page: what was searched for, of how many they are the first, what for, who printed it, when, and which people are made up. */
export function PrintSheet({ profiles, total, criteria, purpose, user, at }: SheetProps) {
  return (
    <div className="rs-sheet">
      <header>
        <h1>{texts('profiles', { count: profiles.length })}</h1>
        {profiles.length < total.count ? <p>{firstOfWords(profiles.length, total)}</p> : null}
        <p>
          <b>{texts('exportSearch')}</b> <Sentence criteria={criteria} />
        </p>
        {purpose === undefined ? null : (
          <p>
            <b>{texts('exportPurpose')}</b> {purpose}
          </p>
        )}
        <p>{texts('printedAt', { time: formatUtc(at), user })}</p>
        {profiles.some(isMadeUp) ? <p>{texts('sheetMadeUp')}</p> : null}
      </header>
      <table>
        <thead>
          <tr>
            <th>{texts('bestName')}</th>
            <th>{texts('phone')}</th>
            <th>{texts('networks')}</th>
            <th>{texts('emails')}</th>
            <th>{texts('place')}</th>
            <th>{texts('confidence')}</th>
            <th>{texts('lastOnline')}</th>
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile) => (
            <tr key={profile.phone}>
              <td>
                {bestName(profile) || texts('noName')}
                {isMadeUp(profile) ? '\u00a0*' : ''}
              </td>
              <td>{profile.numbering?.international ?? profile.phone}</td>
              <td>
                {profile.socialNetworks
                  .map(({ socialNetwork, id }) => `${networkName(socialNetwork)} ${id}`)
                  .join(', ')}
              </td>
              <td>{profile.emails.join(', ')}</td>
              <td>{placeWords(profile)}</td>
              <td>{formatDecimal(profile.confidence, 2)}</td>
              <td>{formatLastOnline(lastOnlineOf(profile)) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
