import { pageEvent } from '../notify/page-event.ts';

const imported = pageEvent('imported');

/** Tells every part of the console that profiles came in, wherever it is told how an import ended. */
export const noteImported = imported.tell;

/** For what shows profiles, or counts them. @returns to be called at the end */
export const onImported = imported.hear;
