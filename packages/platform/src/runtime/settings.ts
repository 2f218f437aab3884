import * as z from 'zod';

/** Every fault of the settings, together: shown once, then the program ends with code 1. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings are not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

/**
 * Reads settings from the environment by a schema of strings. Empty counts as unset.
 * @throws SettingsError that names every setting at fault and why
 */
export function readSettings<S extends z.ZodObject>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in schema.shape && value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/** What `work` gives; null when it throws a SettingsError, whose faults join the others. */
export function unlessFaulty<T>(faults: string[], work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
    return null;
  }
}

/** `true` or `false` in a setting. */
export const onOff = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A whole number in a setting. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
