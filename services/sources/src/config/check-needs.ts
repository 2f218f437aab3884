import { profileFields } from '@numscope/contracts/profile-fields';
import { mappableFields } from '../domain/fields/sanitise-fields.ts';
import type { Fault } from './check-secrets.ts';
import type { Path } from '@numscope/platform/yaml-lines';

/** As placeholders these stand for the number itself. */
const taken: ReadonlySet<string> = new Set(['phones', 'country']);

/** Fields whose first value can be written into a request. */
const isText = (field: string): boolean =>
  Object.hasOwn(profileFields, field) && field !== 'photos' && field !== 'images' && !taken.has(field);

/** What a source needs, as far as it is told rightly. */
export const needsOf = (source: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(source['needs']) ? source['needs'].filter((field) => typeof field === 'string').filter(isText) : [];

export function checkNeeds(source: Readonly<Record<string, unknown>>, path: Path, faults: Fault[]): void {
  const { needs } = source;
  if (!Array.isArray(needs)) return;
  needs.forEach((field: unknown, index) => {
    if (typeof field !== 'string' || isText(field)) return;
    const message = taken.has(field)
      ? `{${field}} stands for the number that is asked for: it cannot be needed`
      : mappableFields.has(field)
        ? 'is no text that a source could be asked with'
        : 'is no field of a profile';
    faults.push({ path: [...path, 'needs', index], message });
  });
}
