export { elasticOf, ONCE, openBlobs, openBus, openFaceIndex, openGroups, openIndex, openRecords } from './engines.ts';
export { keepFilesPrivate, openFolderWarning } from './private-files.ts';
export { runProcess } from './run-process.ts';
export type { EngineAddress } from './engine-settings.ts';
export {
  addressName,
  addressNames,
  distributedSettings,
  type Env,
  idleMsOf,
  type SettingName,
  storeAddress,
  syslogAddress,
} from './settings.ts';
export { signInNames, signInSettings, signInShown } from './sign-in-settings.ts';
export { say, showAdministrator } from './terminal.ts';
export { keyFiles, makeServiceKeys } from './keys/make-keys.ts';
export { loadTokenKeys, makeTokenKey, openTokenKeys, tokenKeyFile } from './keys/token-key.ts';
export { watchTokenKeys } from './keys/watch-token-keys.ts';
