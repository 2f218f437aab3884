import { full } from '../scale.ts';

/**
 * The environment of a product whose tests look up hundreds of made-up people and at no face. It would look at all their pictures with what tests leave
 * of the processors, which in the reduced run is what other suites wait for.
 */
export const withoutFaces: Readonly<Record<string, string>> = full ? {} : { FACES: 'false' };
