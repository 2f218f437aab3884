/** The separately built parts of the console, by their folder below frontends/. */
export const remoteParts = ['jobs-mfe', 'results-mfe', 'admin-mfe'] as const;
export const consoleParts = ['shell', ...remoteParts] as const;
export type ConsolePart = (typeof consoleParts)[number];

/** The name of a part as a federation container: `jobs-mfe` is `jobs_mfe`. */
export const containerName = (part: ConsolePart): string => part.replaceAll('-', '_');
