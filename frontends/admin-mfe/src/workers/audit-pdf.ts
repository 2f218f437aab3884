import { notoSans } from '@numscope/ui/export/pdf-font.ts';
import { serveExport } from '@numscope/ui/export/serve-export.ts';
import { pdfWriter } from '@numscope/ui/export/write-pdf.ts';
import { auditDocument } from '../features/audit/export/audit-document.ts';

serveExport(auditDocument, { pdf: { write: pdfWriter(notoSans), photos: 'none' } });
