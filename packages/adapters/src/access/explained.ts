import { isTransient, reasonOf, SettingsError, TransientError } from '@numscope/platform';
import { accessFault, type EngineDiagnosis } from './access-fault.ts';

/**
 * Does what an engine is needed for at the start.
 * @throws SettingsError that names the setting where certificates, users or rights are what is wrong: that does not mend
 *   itself; else what `work` rejects with, with what it may be, where that can be told
 */
export async function explained<R>(diagnosis: EngineDiagnosis, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const fault = await accessFault(error, diagnosis);
    if (fault === null) throw error;
    if (fault.certain) throw new SettingsError([fault.text]);
    const told = `${reasonOf(error)} (perhaps ${fault.text})`;
    throw isTransient(error) ? new TransientError(told, { cause: error }) : new Error(told, { cause: error });
  }
}
