export { type Common, createCommon } from './common.ts';
export { openBlobs, openBus, openIndex, openRecords } from './engines.ts';
export { keepFilesPrivate, openFolderWarning } from './private-files.ts';
export { type Parts, type ProcessOptions, runProcess, type Tenant } from './run-process.ts';
export { addressName, addressNames, distributedSettings, Embedded, type Env, type SettingName } from './settings.ts';
export { say, showAdministrator } from './terminal.ts';
export { loadTokenKey, tokenKeyFile } from './token-key.ts';
export { untilItWorks } from './until-it-works.ts';
