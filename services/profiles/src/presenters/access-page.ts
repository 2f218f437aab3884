import { type AccessDocument, isoTime } from '@numscope/contracts';
import type * as z from 'zod';
import { isEmpty } from '../domain/changed-fields.ts';

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark);

const isNothing = (value: unknown): boolean =>
  isEmpty(value) || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Times are told by their names; all others are numbers. */
const isTime = (name: string): boolean => /(?:At|On|Online|Timestamp|^at|^timestamp|^since|^until)$/.test(name);

/** What stands below these is a provider's own: nobody knows what a number is there, whatever it is called. */
const ofProviders: ReadonlySet<string> = new Set(['raw', 'other']);

function valueHtml(value: unknown, name: string, isOurs: boolean): string {
  if (isNothing(value)) return '';
  if (Array.isArray(value))
    return `<ul>${value.map((one) => `<li>${valueHtml(one, name, isOurs)}</li>`).join('')}</ul>`;
  if (typeof value === 'object' && value !== null)
    return `<table>${Object.entries(value)
      .filter(([, part]) => !isNothing(part))
      .map(([key, part]) => {
        const html = valueHtml(part, key, isOurs && !ofProviders.has(key));
        return `<tr><th scope="row">${escaped(key)}</th><td>${html}</td></tr>`;
      })
      .join('')}</table>`;
  if (typeof value === 'number' && isOurs && isTime(name)) return escaped(isoTime(value));
  return escaped(String(value));
}

const sections = {
  profile: 'The profile',
  observations: 'Answers of sources, as they came',
  jobs: 'Jobs that the number is in',
  pictures: 'Pictures, by their ids',
  faceVerdicts: 'What people said about its faces and those of other numbers',
  listed: 'Entries of the do-not-look-up list',
  audit: 'Acts about the number, newest first',
} as const satisfies Partial<Record<keyof AccessDocument, string>>;

const style =
  'body{font:14px/1.5 sans-serif;margin:2em auto;max-width:70em;padding:0 1em}table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:2px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{font-weight:normal;color:#555}ul{margin:0;padding-left:1.2em}';

/** The document as a page that stands for itself: it fetches nothing. */
export function accessPage(document: z.input<typeof AccessDocument>): string {
  const parts = Object.entries(sections).map(([key, title]) => {
    const value = document[key as keyof typeof sections];
    return `<h2>${title}</h2>${isNothing(value) ? '<p>Nothing.</p>' : valueHtml(value, key, true)}`;
  });
  const title = `What is known of ${escaped(document.phone)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>Made ${new Date(document.madeAt).toISOString()}.</p>${parts.join('')}</body></html>\n`;
}
