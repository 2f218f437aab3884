import { serveExport } from '@numscope/ui/export/serve-export.ts';
import { writeXlsx } from '@numscope/ui/export/write-xlsx.ts';
import { profilesDocument } from '../features/export/profiles-document.ts';

serveExport(profilesDocument, { xlsx: { write: writeXlsx, photos: 'jpeg' } });
