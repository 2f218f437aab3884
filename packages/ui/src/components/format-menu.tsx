import {
  IconBraces,
  IconDownload,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileTypeTxt,
  IconFileTypeXml,
  IconShare3,
} from '@tabler/icons-react';
import type { ButtonProps } from './button.tsx';
import { ButtonMenu } from './button-menu.tsx';
import { MenuItem, MenuLine, MenuNote } from './menu.tsx';
import { type SaidPurpose, usePurpose } from './purpose-dialog.tsx';

const icons = {
  json: IconBraces,
  jsonl: IconFileText,
  pdf: IconFileTypePdf,
  docx: IconFileTypeDocx,
  html: IconFileTypeHtml,
  txt: IconFileTypeTxt,
  xml: IconFileTypeXml,
  xlsx: IconFileSpreadsheet,
  csv: IconFileTypeCsv,
  ftm: IconShare3,
  stix: IconShare3,
  misp: IconShare3,
} as const;

interface FormatMenuProps<F extends string> extends Pick<ButtonProps, 'kind' | 'size' | 'busy'> {
  label: string;
  /** Each with what is said of it. */
  formats: readonly (readonly [format: F, says: string])[];
  /** Begins, once it was said what the export is for where that is required. */
  onExport: (format: F, said: SaidPurpose) => void;
  /** Said below the formats. */
  note?: string | undefined;
}

/** In which format to export. */
export function FormatMenu<F extends keyof typeof icons>({
  label,
  formats,
  onExport,
  note,
  ...button
}: FormatMenuProps<F>) {
  const { ask, dialog } = usePurpose();
  return (
    <>
      <ButtonMenu label={label} icon={<IconDownload size={14} stroke={1.8} aria-hidden />} {...button}>
        {formats.map(([format, says]) => {
          const Icon: typeof IconBraces = icons[format];
          return (
            <MenuItem key={format} onSelect={() => ask(label, (said) => onExport(format, said))}>
              <Icon size={16} stroke={1.7} aria-hidden />
              <b className="ns-b ns-menu-key">{format.toUpperCase()}</b>
              <span className="ns-sm ns-t3">{says}</span>
            </MenuItem>
          );
        })}
        {note === undefined ? null : (
          <>
            <MenuLine />
            <MenuNote>{note}</MenuNote>
          </>
        )}
      </ButtonMenu>
      {dialog}
    </>
  );
}
