import type { Criteria, Sorting } from '@numscope/ui';
import { lazyDialog } from '@numscope/ui';
import { loadImportDialog } from '../import/load-import-dialog.ts';

const AdvancedSearch = lazyDialog(() => import('./advanced-search.tsx'));
const ImportDialog = lazyDialog(loadImportDialog);
const PasteList = lazyDialog(() => import('./paste-list.tsx'));
const SaveSearch = lazyDialog(() => import('../saved/save-search.tsx'));

/** `saved` and `facets` are of the page itself: they stand beside the list where there is room. */
export type ResultsDialog = 'advanced' | 'paste' | 'save' | 'import' | 'saved' | 'facets';

interface DialogsProps {
  dialog: ResultsDialog | null;
  criteria: Criteria;
  sort: Sorting;
  onCriteria: (criteria: Criteria) => void;
  onClose: () => void;
}

/** The windows of the results; each loads when it is opened. */
export const ResultsDialogs = ({ dialog, criteria, sort, onCriteria, onClose }: DialogsProps) => (
  <>
    {dialog === 'advanced' ? <AdvancedSearch criteria={criteria} onSearch={onCriteria} onClose={onClose} /> : null}
    {dialog === 'save' ? <SaveSearch criteria={criteria} sort={sort} onClose={onClose} /> : null}
    {dialog === 'import' ? <ImportDialog onClose={onClose} /> : null}
    {dialog === 'paste' ? (
      <PasteList
        criteria={criteria}
        onAdd={(items) => onCriteria({ ...criteria, items: [...criteria.items, ...items] })}
        onClose={onClose}
      />
    ) : null}
  </>
);
