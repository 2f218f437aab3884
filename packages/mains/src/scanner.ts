import { type FileScanner, type Logger, SettingsError } from '@numscope/platform';

export interface ScannerSettings {
  UPLOAD_SCAN_COMMAND?: string | undefined;
  UPLOAD_SCAN_ICAP?: string | undefined;
  UPLOAD_SCAN_SECONDS: number;
}

/**
 * What files that people hand in are scanned by, by the settings of a process; null: by nothing, as it is unless said.
 * @throws SettingsError when there are two
 */
export async function scannerFor(settings: ScannerSettings, log: Logger): Promise<FileScanner | null> {
  const { UPLOAD_SCAN_COMMAND: command, UPLOAD_SCAN_ICAP: icap, UPLOAD_SCAN_SECONDS: seconds } = settings;
  if (command === undefined && icap === undefined) return null;
  if (command !== undefined && icap !== undefined)
    throw new SettingsError(['UPLOAD_SCAN_ICAP: cannot be set beside UPLOAD_SCAN_COMMAND; choose one']);
  const { commandScanner, icapScanner } = await import('@numscope/adapters/scanning');
  const options = { log, patienceMs: seconds * 1000 };
  return icap === undefined ? commandScanner(command ?? '', options) : icapScanner(icap, options);
}
