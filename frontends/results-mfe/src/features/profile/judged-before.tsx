import type { SameFace } from '@numscope/contracts';
import { Link, Phone } from '@numscope/ui';
import type { ReactNode } from 'react';
import { profilePath } from '../../domain/profile-facts.ts';
import { texts } from '../../texts/texts.ts';

interface JudgedProps {
  numbers: readonly SameFace[];
  /** What was said of one, and how to take it back. */
  verdictOf: (same: SameFace) => ReactNode;
}

/** Numbers whose faces are not near any more, and of which what a person said still stands. */
export function JudgedBefore({ numbers, verdictOf }: JudgedProps) {
  if (numbers.length === 0) return null;
  return (
    <details className="rp-same-judged">
      <summary>{texts('sameFaceJudged', { count: numbers.length })}</summary>
      <ul>
        {numbers.map((same) => (
          <li key={same.phone} className="rp-same">
            <OtherNumber same={same} />
            {verdictOf(same)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Which number it is, and whose. */
export const OtherNumber = ({ same: { phone, name } }: { same: SameFace }) => (
  <div className="rp-same-head">
    <Link to={profilePath(phone, location.pathname)}>
      <Phone phone={phone} copy="none" />
    </Link>
    <span className="ns-sm ns-t2 ns-clip">{name ?? texts('noName')}</span>
  </div>
);
