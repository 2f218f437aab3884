import { serveExport } from '@numscope/ui/export/serve-export.ts';
import { writeDocx } from '@numscope/ui/export/write-docx.ts';
import { profilesDocument } from '../features/export/profiles-document.ts';

serveExport(profilesDocument, { docx: { write: writeDocx, photos: 'jpeg' } });
