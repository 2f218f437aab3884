import type { Criteria } from '@numscope/ui';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Sentence } from '../results/sentence.tsx';

/** The sentence that stands above the results, as plain text. */
export function searchText(criteria: Criteria): string {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<Sentence criteria={criteria} />));
  const text = place.textContent ?? '';
  root.unmount();
  return text;
}
