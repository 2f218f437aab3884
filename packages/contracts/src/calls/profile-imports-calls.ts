import * as z from 'zod';
import * as imports from '../profiles/profile-import.ts';
import { call } from './call.ts';
import { profileCall, recordedProfileCall } from './profile-call.ts';

/** Profiles from files. */
export const profileImportsCalls = {
  importProfiles: call({
    ...recordedProfileCall,
    access: 'ADMIN',
    method: 'POST',
    path: '/api/profile/import',
    costly: true,
    accepts: 'multipart',
    bodyName: 'importProfileDto',
    form: imports.ImportForm,
    files: ['file'],
    answer: imports.ImportAnswer,
    summary: 'Import profiles: all of the file or none',
  }),
  previewImport: call({
    ...recordedProfileCall,
    access: 'ADMIN',
    method: 'POST',
    path: '/api/profile/import/preview',
    costly: true,
    accepts: 'multipart',
    form: imports.ImportForm,
    files: ['file'],
    answer: imports.ImportPreview,
    reads: true,
    summary: 'The first rows of a file that is to be imported, and what is wrong with them',
  }),
  listImports: call({
    ...profileCall,
    access: 'ADMIN',
    method: 'GET',
    path: '/api/profile/import',
    answer: z.array(imports.ImportInfo),
    summary: 'The newest imports and how far they are',
  }),
  getImport: call({
    ...profileCall,
    access: 'ADMIN',
    method: 'GET',
    path: '/api/profile/import/{id}',
    params: z.object({ id: z.string() }),
    answer: imports.ImportInfo,
    summary: 'How far an import is',
  }),
};
