import type { FacesState } from '@numscope/contracts';
import { lazyDialog, lazyPart } from '@numscope/ui';
import type { PictureSearch } from '../../domain/picture-search.ts';
import { PictureGone } from './picture-gone.tsx';
import type { usePictureResults } from './use-picture-results.ts';

const PictureBand = lazyPart(() => import('./picture-band.tsx'));
const PictureDialog = lazyDialog(() => import('./picture-dialog.tsx'));

interface SectionProps {
  results: ReturnType<typeof usePictureResults>;
  faces: FacesState | undefined;
  /** How many pictures the criteria hold. */
  pictures: number;
  /** The window in which a picture is chosen, maybe with one that was dropped; null: closed. */
  choosing: { first: File | null } | null;
  onChoosing: (open: boolean) => void;
  onSearch: (search: PictureSearch, fresh: boolean) => void;
  onClear: () => void;
}

/** The search by picture above the results: what is searched by, and the window in which it is chosen. */
export function PictureSection({ results, faces, pictures, choosing, onChoosing, onSearch, onClear }: SectionProps) {
  const another = (): void => onChoosing(true);
  return (
    <>
      {results.state === 'GONE' ? (
        <PictureGone
          pictures={pictures}
          onClear={onClear}
          {...(faces?.enabled === true ? { onAnother: another } : {})}
        />
      ) : null}
      {results.search === null ? null : (
        <PictureBand
          search={results.search}
          narrowed={pictures}
          onChange={(search) => onSearch(search, false)}
          onAnother={another}
          onClear={onClear}
        />
      )}
      {choosing === null || faces === undefined ? null : (
        <PictureDialog
          faces={faces}
          first={choosing.first}
          onFound={(search) => onSearch(search, true)}
          onClose={() => onChoosing(false)}
        />
      )}
    </>
  );
}
