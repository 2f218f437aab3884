import { limits, messages, type Profile } from '@numscope/contracts';
import {
  BulkBar,
  Button,
  callApi,
  callBlob,
  copyText,
  type Criteria,
  type ExportFormat,
  noSelection,
  notify,
  profilesFileName,
  type SaidPurpose,
  type Selection,
  usePurpose,
} from '@numscope/ui';
import { IconColumns3, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useCallback } from 'react';
import { texts } from '../../texts/texts.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import type { useExport } from '../export/use-export.ts';
import { printProfiles } from '../print/print-profiles.tsx';
import { mayCompare } from '../../domain/compared-phones.ts';
import type { FoundTotal } from '../../domain/found-total.ts';
import type { SelectFirst } from './use-select-first.ts';

interface SelectionBarProps {
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Null until it is known of these criteria. */
  total: FoundTotal | null;
  criteria: Criteria;
  first: SelectFirst;
  exporting: ReturnType<typeof useExport>;
  onCompare: (phones: string[]) => void;
}

/** Whether this many may be exported; says why not. */
function allowed(count: number): boolean {
  if (count === 0) notify('warning', messages.noProfiles);
  else if (count > limits.selectedProfiles) notify('warning', messages.tooManyProfiles);
  return count > 0 && count <= limits.selectedProfiles;
}

/** What can be done with the selected profiles, at most 1000. */
export function SelectionBar({ selection, onSelect, total, criteria, first, exporting, onCompare }: SelectionBarProps) {
  const clear = useCallback(() => onSelect(noSelection), [onSelect]);
  const phones = [...selection.ids];
  const { ask, dialog } = usePurpose();
  const read = (query: SaidPurpose): Promise<Profile[]> => callApi('exportProfiles', { query, body: { phones } });
  const start = (format: ExportFormat, said: SaidPurpose): void => {
    if (!allowed(phones.length)) return;
    exporting.start({
      file: profilesFileName(),
      format,
      said,
      total,
      search: async () => (await import('../export/search-text.tsx')).searchText(criteria),
      read: (signal) => callBlob('exportProfiles', { query: said, body: { phones } }, { signal }),
    });
  };
  const print = (said: SaidPurpose): void =>
    void read(said).then(
      (profiles) => printProfiles(profiles, criteria, said),
      () => undefined,
    );
  const selectFirst = (): void => {
    if (total !== null && total.count > limits.selectedProfiles) notify('general', messages.tooManyProfiles);
    first.start();
  };
  return (
    <BulkBar
      count={phones.length}
      total={total?.count ?? null}
      totalIsLowerBound={total?.atLeast === true}
      onClear={clear}
      onSelectFirst={selectFirst}
      {...(first.step === null ? {} : { selecting: { ...first.step, onStop: first.stop } })}
    >
      <ExportMenu kind="quiet" size="sm" many onExport={start} />
      <Button
        kind="quiet"
        size="sm"
        disabled={!mayCompare(phones)}
        title={mayCompare(phones) ? undefined : texts('compareHint')}
        onClick={() => onCompare(phones)}
      >
        <IconColumns3 size={14} stroke={1.8} aria-hidden />
        {texts('compare')}
      </Button>
      <Button
        kind="quiet"
        size="sm"
        onClick={() => {
          if (allowed(phones.length)) ask(texts('print'), print);
        }}
      >
        <IconPrinter size={14} stroke={1.8} aria-hidden />
        {texts('print')}
      </Button>
      <Button kind="quiet" size="sm" onClick={() => void copyText(phones.join('\n'))}>
        <IconCopy size={14} stroke={1.8} aria-hidden />
        {texts('copyNumbers')}
      </Button>
      {dialog}
    </BulkBar>
  );
}
