import { limits } from '@numscope/contracts';
import { MenuItem, noSelection } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import type { FoundProps } from './found-list.tsx';
import { firstOfWords } from './total-words.ts';
import type { SelectFirst } from './use-select-first.ts';

/** Rows of a menu: which of the profiles that are found to select. */
export function SelectItems({
  found,
  view,
  onView,
  onSelect,
  first,
}: Pick<FoundProps, 'found' | 'view' | 'onView' | 'onSelect'> & { first: SelectFirst }) {
  const { data: page, stale, total } = found;
  return (
    <>
      <MenuItem
        disabled={stale}
        onSelect={() => onSelect({ ids: new Set(page?.content.map(({ phone }) => phone)), anchor: null })}
      >
        {texts('selectPage')}
      </MenuItem>
      {total === null ? null : (
        <MenuItem disabled={first.step !== null} onSelect={first.start}>
          {firstOfWords(Math.min(limits.selectedProfiles, total.count), total)}
        </MenuItem>
      )}
      <MenuItem
        checked={view.mode === 'select-phones'}
        onSelect={() => onView({ mode: view.mode === 'select-phones' ? '' : 'select-phones' })}
      >
        {texts('selectByClick')}
      </MenuItem>
      <MenuItem onSelect={() => onSelect(noSelection)}>{texts('selectNone')}</MenuItem>
    </>
  );
}
