import { serveExport } from '@numscope/ui/export/serve-export.ts';
import { writeHtml } from '@numscope/ui/export/write-html.ts';
import { writeText } from '@numscope/ui/export/write-text.ts';
import { writeXml } from '@numscope/ui/export/write-xml.ts';
import { profilesDocument } from '../features/export/profiles-document.ts';

serveExport(profilesDocument, {
  html: { write: writeHtml, photos: 'stored' },
  txt: { write: writeText, photos: 'none' },
  xml: { write: writeXml, photos: 'stored' },
});
