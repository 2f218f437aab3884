import { consoleParts } from '@numscope/contracts/screens';

export { consoleParts };
export type ConsolePart = (typeof consoleParts)[number];

/** The name of a part as a federation container: `jobs-mfe` is `jobs_mfe`. */
export const containerName = (part: ConsolePart): string => part.replaceAll('-', '_');

/** The steps in which a page of the console appears. */
export type PreloadStep = 'boot' | 'login' | 'console' | 'remote';
export type Preloads = Record<string, string[]>;
/** In each part's dist. */
export const PRELOADS_FILE = 'preloads.json';
