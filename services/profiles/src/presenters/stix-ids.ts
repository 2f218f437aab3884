import { v5 } from 'uuid';

/** STIX 2.1, 2.9: the namespace of the ids of cyber-observables, which are alike wherever one is described. */
const OBSERVABLES = '00abedb4-aa42-466c-9c01-fed23315a9b7';
/** The namespace of the ids of everything else that is written here. */
const OURS = 'b6d2a1b0-6d0f-4a3f-9a55-6e756d73636f';

/**
 * The id of a cyber-observable.
 * @param contributing the properties that its id is made of, in order of their names, as canonical JSON wants them
 */
export const observableId = (type: string, contributing: Readonly<Record<string, string>>): string =>
  `${type}--${v5(JSON.stringify(contributing), OBSERVABLES)}`;

/** The id of an object that is the same at each export. */
export const objectId = (type: string, ...parts: readonly string[]): string =>
  `${type}--${v5(JSON.stringify([type, ...parts]), OURS)}`;
