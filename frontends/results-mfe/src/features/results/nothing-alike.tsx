import { formatDecimal, StateBlock } from '@numscope/ui';
import type { PictureSearch } from '../../domain/picture-search.ts';
import { texts } from '../../texts/texts.ts';
import { faultsText } from '../faces/face-words.ts';

/** In place of the list: profiles that have nothing to do with the picture would be taken for what it found. */
export function NothingAlike({ title, search }: { title: string; search: PictureSearch }) {
  const quality = search.faces[search.face]?.quality;
  const poor = quality !== undefined && quality.faults.length > 0;
  return (
    <div className="rs-empty">
      <h1 className="ns-sr">{title}</h1>
      <StateBlock
        kind="empty"
        title={
          poor
            ? texts('notCompared', { faults: faultsText(quality) })
            : texts('nothingAlike', { threshold: formatDecimal(search.threshold, 2) })
        }
      >
        {texts(poor ? 'notComparedHint' : 'nothingAlikeHint')}
      </StateBlock>
    </div>
  );
}
