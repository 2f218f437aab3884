import './also-on.css';
import { limits } from '@numscope/contracts';
import { formatCount, Link, NotLoadedLine, Phone, StaleNote, useCall } from '@numscope/ui';
import { useState } from 'react';
import { bestName, profilePath } from '../../domain/profile-facts.ts';
import { texts } from '../../texts/texts.ts';

/** Numbers shown before all are asked for. */
const FIRST = 8;

/** On which other numbers the very same picture is. */
export function AlsoOn({ imageId, phone }: { imageId: string; phone: string }) {
  const query = useCall('profilesByImageIds', { body: [imageId] }, { quiet: true, keep: false });
  const { data, error, refetch } = query;
  const [all, setAll] = useState(false);
  if (data === undefined)
    return error === null ? null : (
      <p className="ns-sm ns-t3">
        <NotLoadedLine title={texts('alsoOnFailed')} onRetry={refetch} />
      </p>
    );
  const others = data.filter((profile) => profile.phone !== phone);
  if (others.length === 0)
    return (
      <div className="rp-also">
        <StaleNote query={query} />
        <p className="ns-sm ns-t3">{texts('alsoOnNone')}</p>
      </div>
    );
  return (
    <section className="rp-also">
      <StaleNote query={query} />
      <h3>{texts('alsoOn', { count: others.length })}</h3>
      <ul>
        {others.slice(0, all ? others.length : FIRST).map((profile) => (
          <li key={profile.phone}>
            <Link to={profilePath(profile.phone, location.pathname)}>
              <Phone
                phone={profile.phone}
                international={profile.numbering?.international}
                country={profile.numbering?.country}
                copy="none"
              />
            </Link>
            <span className="ns-t2 ns-clip">{bestName(profile)}</span>
          </li>
        ))}
      </ul>
      {others.length > FIRST ? (
        <button type="button" className="ns-link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts('fewer') : texts('all', { count: formatCount(others.length) })}
        </button>
      ) : null}
      {data.length < limits.exportProfiles ? null : (
        <p className="ns-sm ns-t2">{texts('alsoOnCut', { count: formatCount(others.length) })}</p>
      )}
    </section>
  );
}
