import type { Criteria, Sorting } from '@numscope/ui';
import { lazyDialog } from '@numscope/ui';

const AdvancedSearch = lazyDialog(() => import('./advanced-search.tsx'));
const ImportDialog = lazyDialog(() => import('../import/import-dialog.tsx'));
const PasteList = lazyDialog(() => import('./paste-list.tsx'));
const SaveSearch = lazyDialog(() => import('../saved/save-search.tsx'));

export type ResultsDialog = 'advanced' | 'paste' | 'save' | 'import';

interface DialogsProps {
  dialog: ResultsDialog | null;
  criteria: Criteria;
  sort: Sorting;
  onCriteria: (criteria: Criteria) => void;
  onClose: () => void;
  onImported: () => void;
}

/** The windows of the results; each loads when it is opened. */
export const ResultsDialogs = ({ dialog, criteria, sort, onCriteria, onClose, onImported }: DialogsProps) => (
  <>
    {dialog === 'advanced' ? <AdvancedSearch criteria={criteria} onSearch={onCriteria} onClose={onClose} /> : null}
    {dialog === 'save' ? <SaveSearch criteria={criteria} sort={sort} onClose={onClose} /> : null}
    {dialog === 'import' ? (
      <ImportDialog
        onClose={onClose}
        onDone={() => {
          onClose();
          onImported();
        }}
      />
    ) : null}
    {dialog === 'paste' ? (
      <PasteList
        criteria={criteria}
        onAdd={(items) => onCriteria({ ...criteria, items: [...criteria.items, ...items] })}
        onClose={onClose}
      />
    ) : null}
  </>
);
