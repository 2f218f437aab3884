import './also-on.css';
import { limits } from '@numscope/contracts';
import { formatCount, Link, Phone, useCall } from '@numscope/ui';
import { useState } from 'react';
import { bestName, profilePath } from '../../domain/profile-facts.ts';
import { texts } from '../../texts/texts.ts';

/** So many numbers are shown before all are asked for. */
const FIRST = 8;

/** On which other numbers the very same picture is. */
export function AlsoOn({ imageId, phone }: { imageId: string; phone: string }) {
  const { data, error } = useCall('profilesByImageIds', { body: [imageId] }, { quiet: true, keep: false });
  const [all, setAll] = useState(false);
  if (error !== null) return <p className="ns-sm ns-t3">{texts('alsoOnFailed')}</p>;
  if (data === undefined) return null;
  const others = data.filter((profile) => profile.phone !== phone);
  if (others.length === 0) return <p className="rp-also ns-sm ns-t3">{texts('alsoOnNone')}</p>;
  return (
    <section className="rp-also">
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
