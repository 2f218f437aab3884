import { notify } from '../notify/toasts.ts';
import { faultText, unknownText } from './fault-text.ts';
import type { ImportEnd } from './follow-import.ts';
import { noteImported } from './imported.ts';
import { texts } from './texts.ts';

/** Says that the profiles are in, and has loaded anew what shows them. */
export function tellImported(count: number): void {
  notify('success', texts('importDone', { count }));
  noteImported();
}

/** Says how an import ended whose window is closed. */
export function tellEnd(name: string, end: ImportEnd): void {
  if ('imported' in end) return tellImported(end.imported);
  if ('unknown' in end) return notify('error', unknownText(name, end.unknown));
  const [first] = end.faults;
  if (first !== undefined) notify('error', texts('importFailed', { name, fault: faultText(first) }));
}
