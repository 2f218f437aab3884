export {
  dropFaceVectors,
  elasticOf,
  ONCE,
  openBlobs,
  openBus,
  openFaceIndex,
  openGroups,
  openIndex,
  openRecords,
} from './engines.ts';
export { keepFilesPrivate, openFolderWarning } from './private-files.ts';
export { runProcess } from './run-process.ts';
export type { EngineAddress } from './engine-settings.ts';
export {
  addressName,
  addressNames,
  distributedSettings,
  idleMsOf,
  storeAddress,
  syslogAddress,
} from './read-settings.ts';
export type { Env } from './settings.ts';
export { signInNames, signInSettings, signInShown } from './sign-in-settings.ts';
export { asksForHelp, say, showAdministrator } from './terminal.ts';
export { loadTokenKeys, tokenKeyFile } from './keys/token-key.ts';
export { watchTokenKeys } from './keys/watch-token-keys.ts';
