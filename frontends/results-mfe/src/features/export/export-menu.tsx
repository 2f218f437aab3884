import { limits } from '@numscope/contracts';
import { type ButtonProps, type ExportFormat, formatCount, FormatMenu, type SaidPurpose } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

interface ExportMenuProps extends Pick<ButtonProps, 'kind' | 'size' | 'busy'> {
  onExport: (format: ExportFormat, said: SaidPurpose) => void;
  /** Says the limit below the formats. */
  many?: boolean;
}

/** In which format to export profiles. */
export const ExportMenu = ({ many = false, ...rest }: ExportMenuProps) => (
  <FormatMenu
    {...rest}
    label={texts('export')}
    formats={[
      ['xlsx', texts('exportXlsx')],
      ['pdf', texts('exportPdf')],
      ['docx', texts('exportDocx')],
      ['html', texts('exportHtml')],
      ['json', texts('exportJson')],
      ['xml', texts('exportXml')],
      ['txt', texts('exportTxt')],
    ]}
    note={many ? texts('exportNote', { limit: formatCount(limits.exportProfiles) }) : undefined}
  />
);
