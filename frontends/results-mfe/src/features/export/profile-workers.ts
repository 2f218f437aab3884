import type { ExportFormat } from '@numscope/ui';

// Apart from `new Worker`, so that each is taken as the finished file that it is (build/workers.ts) and not built once more.
const text = new URL('profiles-text-worker', import.meta.url);
const xlsx = new URL('profiles-xlsx-worker', import.meta.url);
const pdf = new URL('profiles-pdf-worker', import.meta.url);
const docx = new URL('profiles-docx-worker', import.meta.url);

/** Which worker writes profiles in a format: each loads when its format is chosen. */
export const profileWorkers: Readonly<Record<ExportFormat, URL>> = {
  json: text,
  html: text,
  txt: text,
  xml: text,
  xlsx,
  pdf,
  docx,
};
