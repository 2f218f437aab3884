import { serveExport } from '@numscope/ui/export/serve-export.ts';
import { writeXlsx } from '@numscope/ui/export/write-xlsx.ts';
import { auditDocument } from '../features/audit/export/audit-document.ts';

serveExport(auditDocument, { xlsx: { write: writeXlsx, photos: 'none' } });
