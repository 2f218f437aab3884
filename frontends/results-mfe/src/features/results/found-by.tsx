import { Highlight } from '@numscope/ui';
import { foundWords } from '../../domain/found-name.ts';

/** Below a best name: the other name that the search found, so that nobody wonders why the profile is there. */
export function FoundBy({ name, words }: { name: string | undefined; words: readonly string[] }) {
  if (name === undefined) return null;
  return (
    <span className="ns-sub ns-sm ns-t3 ns-clip" title={name}>
      <Highlight text={name} words={foundWords(name, words)} />
    </span>
  );
}
