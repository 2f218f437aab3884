import type { Profile } from '@numscope/contracts';
import { formatDecimal, t } from '@numscope/ui';
import { type FaceMatch, nearestOn } from '../../domain/found-faces.ts';
import { texts } from '../../texts/texts.ts';
import { likelihoodText } from './face-words.ts';

/** How similar the nearest face on a profile's pictures is to the one that is searched for. */
export function Alike({ profile, matches }: { profile: Profile; matches: readonly FaceMatch[] }) {
  const nearest = nearestOn(matches, profile.images);
  if (nearest === undefined) return <span className="ns-t3">{t('nothing')}</span>;
  return (
    <span className="ns-num" title={texts('alikeHint', { likelihood: likelihoodText(nearest) })}>
      {formatDecimal(nearest.similarity, 2)}
    </span>
  );
}
