import type { FilterField } from '@numscope/contracts';
import { bestKnownFirst } from '../../domain/picture-order.ts';
import { choiceField, flagField, listField, pageField, sortField, textField } from '@numscope/ui';

/** The fields of the search filter, in the order in which they are suggested. */
export const filterFields = [
  'name',
  'phone',
  'email',
  'socialNetwork',
  'address',
  'birthDate',
  'work',
  'school',
  'country',
  'carrier',
  'lineType',
  'source',
  'jobId',
  'images',
  'city',
  'confidence',
] as const satisfies readonly FilterField[];
export type SearchField = (typeof filterFields)[number];
/** Their values are chosen beside the results, among those that there are. */
const chosenFields = ['city', 'confidence'] as const;
export type TypedField = Exclude<SearchField, (typeof chosenFields)[number]>;
export const typedFields = filterFields.filter(
  (field): field is TypedField => !chosenFields.some((one) => one === field),
);

/** What the server can sort by. `images`: by likeness to the pictures among the criteria, the first picture first. */
const sortFields = ['name', 'phone', 'confidence', 'timestamp', 'images'] as const;

/**
 * What the address of the results holds: `q` the criteria, `open` the phone whose panel is open, `profile` the one
 * shown as a full page, `filtered` that there are criteria, `mode` what a click chooses, `compare` those that stand side by side, `imageSearchDone` that a search by picture found the pictures among the criteria.
 */
export const resultsView = {
  page: pageField,
  q: listField(),
  sort: sortField(bestKnownFirst, sortFields),
  open: textField(),
  profile: textField(),
  compare: listField(),
  filtered: flagField(),
  mode: choiceField(['', 'select-phones', 'select-filters'], ''),
  imageSearchDone: flagField(),
  view: choiceField(['table', 'cards', 'map'], 'table'),
};
