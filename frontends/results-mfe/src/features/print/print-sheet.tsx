import './print.css';
import type { Profile } from '@numscope/contracts';
import { formatDecimal, formatLastOnline, formatUtc } from '@numscope/ui';
import { bestName, isMadeUp, networkName } from '../../domain/profile-facts.ts';
import { placeWords } from '../../domain/stated-place.ts';
import { texts } from '../../texts/texts.ts';

/** Profiles as a clean paper page: who printed it, when, and which people are made up. */
export function PrintSheet({ profiles, user, at }: { profiles: readonly Profile[]; user: string; at: number }) {
  return (
    <div className="rs-sheet">
      <header>
        <h1>{texts('profiles', { count: profiles.length })}</h1>
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
              <td>{formatLastOnline(profile.lastOnline) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
