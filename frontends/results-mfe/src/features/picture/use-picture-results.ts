import { type Criteria, criteriaCount } from '@numscope/ui';
import { useMemo } from 'react';
import type { FaceMatch } from '../../domain/found-faces.ts';
import {
  keptBeside,
  matchesOf,
  narrowedTo,
  picturesFor,
  picturesIn,
  type PictureSearch,
  pictureState,
} from '../../domain/picture-search.ts';
import { keepPictureSearch, usePictureSearch } from './use-picture-search.ts';

interface PictureResults {
  state: ReturnType<typeof pictureState>;
  /** The search, where the results show it. */
  search: PictureSearch | null;
  /** What the chosen face is like; empty where the results show no search by picture. */
  matches: readonly FaceMatch[];
  /** Takes a search, or another face or threshold of it. @returns the criteria narrowed by it */
  take: (search: PictureSearch) => { criteria: Criteria; done: boolean };
  /** Forgets the picture. */
  drop: () => void;
  /** What becomes of a search by picture when the criteria are changed by hand. @returns whether there still is one */
  follow: (next: Criteria) => boolean;
}

const none: readonly FaceMatch[] = [];

/** How the search by picture and the criteria of the address go together. */
export function usePictureResults(criteria: Criteria, done: boolean): PictureResults {
  const kept = usePictureSearch();
  const state = pictureState(kept, criteria, done);
  const search = state === 'FOUND' || state === 'NOTHING' ? kept : null;
  const matches = useMemo(() => (search === null ? none : matchesOf(search)), [search]);
  return {
    state,
    search,
    matches,
    take(next) {
      keepPictureSearch(keptBeside(next, criteria));
      const pictures = picturesFor(next, criteria);
      return { criteria: narrowedTo(pictures, criteria), done: pictures.length > 0 };
    },
    drop: () => keepPictureSearch(null),
    follow(next) {
      const left = picturesIn(next).length > 0;
      if (!left && (picturesIn(criteria).length > 0 || criteriaCount(next) === 0)) keepPictureSearch(null);
      return left && done;
    },
  };
}
