import type { AskedSource } from '../../config/source-config.ts';

function fieldsOf(config: AskedSource): string[] {
  if (config.connector === 'sandbox') return ['line'];
  return Object.keys((config.connector === 'http' ? config.answer.map : config.map) ?? {});
}

/** Whether a source's mapping tells anything of the line as it is today. */
export const tellsLine = (config: AskedSource): boolean =>
  fieldsOf(config).some((field) => field === 'line' || field.startsWith('line.'));
