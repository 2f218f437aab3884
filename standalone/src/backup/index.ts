export { backUp } from './backup.ts';
export { checkBackup } from './check-backup.ts';
export { identitiesFrom, newKey, recipientsFrom } from './kept/cipher.ts';
export { checkKept } from './kept/check-kept.ts';
export { keep } from './kept/keep.ts';
export { isRepository } from './kept/repository.ts';
export type { Manifest } from './manifest.ts';
export { backupOptions, restoreOptions } from './options.ts';
export { restore } from './restore.ts';
