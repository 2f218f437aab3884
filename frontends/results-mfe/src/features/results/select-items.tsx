import { limits } from '@numscope/contracts';
import { MenuItem, noSelection } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import type { FoundProps } from './found-list.tsx';
import { firstOfWords } from './total-words.ts';
import { firstMatches } from './use-found.ts';

/** Rows of a menu: which of the profiles that are found to select. */
export function SelectItems({
  found,
  criteria,
  view,
  onView,
  onSelect,
}: Pick<FoundProps, 'found' | 'criteria' | 'view' | 'onView' | 'onSelect'>) {
  const { data: page, stale, total } = found;
  const selectFirst = async (): Promise<void> => {
    const profiles = await firstMatches(criteria, view.sort);
    onSelect({ ids: new Set(profiles.map(({ phone }) => phone)), anchor: null });
  };
  return (
    <>
      <MenuItem
        disabled={stale}
        onSelect={() => onSelect({ ids: new Set(page?.content.map(({ phone }) => phone)), anchor: null })}
      >
        {texts('selectPage')}
      </MenuItem>
      {total === null ? null : (
        <MenuItem onSelect={() => void selectFirst().catch(() => undefined)}>
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
