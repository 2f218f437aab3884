import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type ProfileEvent, refuseOtherVersion } from './profile-table.ts';

/**
 * What a record says, or null where it does not obey its topic's schema.
 * @throws Error for an event of another version: the schema, too, is of the known one, and whoever only refused the event
 * would go on without it
 */
export function readEvent(text: string, validate: ValidateFunction): ProfileEvent | null {
  const event: unknown = JSON.parse(text);
  refuseOtherVersion(event as ProfileEvent);
  return validate(event) ? (event as ProfileEvent) : null;
}
