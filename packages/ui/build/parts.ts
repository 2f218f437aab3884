import { consoleParts } from '@numscope/contracts/screens';

export { consoleParts };
export type ConsolePart = (typeof consoleParts)[number];

/** The name of a part as a federation container: `jobs-mfe` is `jobs_mfe`. */
export const containerName = (part: ConsolePart): string => part.replaceAll('-', '_');
