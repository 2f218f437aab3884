import { limits, type ImageSearchAnswer } from '@numscope/contracts';
import { type Criteria, criteriaCount, writeCriteria } from '@numscope/ui';
import { bestFace, type FaceMatch, foundFaces, type FoundFace, matchesFrom, picturesOf } from './found-faces.ts';

/** A picture that was searched by, as long as the page is open: it is kept nowhere else. */
export interface PictureSearch {
  picture: File;
  answer: ImageSearchAnswer;
  faces: FoundFace[];
  /** Which of its faces is searched for. */
  face: number;
  /** Similarity from which a match counts. */
  threshold: number;
}

/** A search by picture whose outcome is shown. */
export interface KeptSearch extends PictureSearch {
  /** What was searched for besides, as it stands in the address. */
  beside: readonly string[];
}

/** A fresh answer: with its best face, at the model's own threshold. */
export function pictureSearch(picture: File, answer: ImageSearchAnswer): PictureSearch {
  const faces = foundFaces(answer);
  return { picture, answer, faces, face: bestFace(faces), threshold: answer.model.threshold };
}

/** What the chosen face is like, at the chosen threshold. */
export const matchesOf = ({ faces, face, threshold }: PictureSearch): FaceMatch[] =>
  matchesFrom(faces[face], threshold);

const others = ({ items }: Criteria): Criteria['items'] => items.filter(({ field }) => field !== 'images');

/** The pictures to which the other criteria leave room. */
export const picturesFor = (search: PictureSearch, criteria: Criteria): string[] =>
  picturesOf(matchesOf(search), limits.bulkCriteria - criteriaCount(withoutPictures(criteria)));

/** The criteria without any picture. */
export function withoutPictures(criteria: Criteria): Criteria {
  return { ...criteria, items: others(criteria), must: criteria.must.filter((field) => field !== 'images') };
}

/** The pictures by which a search is narrowed. */
export const picturesIn = ({ items }: Criteria): string[] =>
  items.filter(({ field }) => field === 'images').map(({ value }) => value);

/**
 * The criteria narrowed to profiles with one of these pictures. The first time, what else is searched for is ticked:
 * unticked it would widen the search.
 */
export function narrowedTo(pictures: readonly string[], criteria: Criteria): Criteria {
  const rest = withoutPictures(criteria);
  if (pictures.length === 0) return rest;
  const first = picturesIn(criteria).length === 0;
  return {
    ...rest,
    items: [...rest.items, ...pictures.map((value) => ({ field: 'images', value }))],
    must: first ? [...new Set(rest.items.map(({ field }) => field))] : rest.must,
  };
}

/** The search with what else is searched for. */
export const keptBeside = (search: PictureSearch, criteria: Criteria): KeptSearch => ({
  ...search,
  beside: writeCriteria(withoutPictures(criteria)),
});

/**
 * What the results show of the search by picture. FOUND: narrowed to its matches. NOTHING: nothing is like the face, and
 * nothing else has been searched for since, of which that would be said then.
 * GONE: narrowed by the address alone, without the picture. NONE: there is no search by picture.
 */
export function pictureState(
  search: KeptSearch | null,
  criteria: Criteria,
  done: boolean,
): 'FOUND' | 'NOTHING' | 'GONE' | 'NONE' {
  const inAddress = picturesIn(criteria);
  if (search === null) return done && inAddress.length > 0 ? 'GONE' : 'NONE';
  const matched = picturesOf(matchesOf(search), Infinity);
  if (!done) {
    const isOfThese = writeCriteria(criteria).join('\n') === search.beside.join('\n');
    return matched.length === 0 && isOfThese ? 'NOTHING' : 'NONE';
  }
  return inAddress.length > 0 && inAddress.every((id) => matched.includes(id)) ? 'FOUND' : 'GONE';
}
