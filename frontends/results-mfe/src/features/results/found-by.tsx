import type { Profile } from '@numscope/contracts';
import { Highlight } from '@numscope/ui';
import { foundName, foundWords } from '../../domain/found-name.ts';

/** Below a best name: the other name that the search found, so that nobody wonders why the profile is there. */
export function FoundBy({ profile, names }: { profile: Profile; names: readonly string[] }) {
  const name = foundName(profile, names);
  if (name === null) return null;
  return (
    <span className="ns-sub ns-sm ns-t3 ns-clip" title={name}>
      <Highlight text={name} words={foundWords(name, names)} />
    </span>
  );
}
