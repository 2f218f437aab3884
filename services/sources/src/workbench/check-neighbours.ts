import { isDeepStrictEqual } from 'node:util';
import { readYaml } from '@numscope/platform/yaml-lines';
import { type Item, itemOf } from '../domain/fields/field-shapes.ts';
import { invalidSource } from './drafted-source.ts';

const changedNames = (before: Item, after: Item): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

/**
 * A text of the console says what its own source is and nothing of any other: an anchor in it may be what another source
 * refers to, and would then send that one's secrets elsewhere. The source itself must be the one that was checked.
 * @param own as it was checked
 * @throws ApiError SOURCE_INVALID that names what else would change
 */
export function checkNeighbours(before: string, after: string, own: { name: string; value: unknown }): void {
  const { sources: sourcesBefore, ...restBefore } = itemOf(readYaml(before).value);
  const { sources: sourcesAfter, ...restAfter } = itemOf(readYaml(after).value);
  const expected = { ...itemOf(sourcesBefore), [own.name]: own.value };
  const changed = [...changedNames(expected, itemOf(sourcesAfter)), ...changedNames(restBefore, restAfter)];
  if (changed.length === 0) return;
  throw invalidSource([
    `source: would change ${changed.join(', ')} as well: the sources file refers to what stands here (as by *name to &name); change that in the file itself`,
  ]);
}
