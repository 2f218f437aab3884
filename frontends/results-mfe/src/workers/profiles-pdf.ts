import { notoSans } from '@numscope/ui/export/pdf-font.ts';
import { serveExport } from '@numscope/ui/export/serve-export.ts';
import { pdfWriter } from '@numscope/ui/export/write-pdf.ts';
import { profilesDocument } from '../features/export/profiles-document.ts';

serveExport(profilesDocument, { pdf: { write: pdfWriter(notoSans), photos: 'jpeg' } });
