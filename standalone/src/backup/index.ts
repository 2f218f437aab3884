export { backUp } from './backup.ts';
export { checkBackup } from './check-backup.ts';
export type { Manifest } from './manifest.ts';
export { optionsFrom } from './options.ts';
export { restore } from './restore.ts';
