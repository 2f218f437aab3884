import type { Format, Plan } from './plan.ts';

/**
 * The national significant number as written within the country, with its trunk prefix: `8 (999) 123-45-67`. `main` is
 * the calling code's main plan.
 */
export function formatNational(main: Plan, national: string): string {
  const format = formatOf(main.nationalFormats, national);
  return format === null ? national : national.replace(format.pattern, format.national);
}

/** As written for the world: `+7 999 123-45-67`. */
export function formatInternational(main: Plan, national: string): string {
  const format = formatOf(main.internationalFormats, national);
  return `+${main.code} ${format === null ? national : national.replace(format.pattern, format.international)}`;
}

function formatOf(formats: Format[], national: string): Format | null {
  return (
    formats.find(({ leading, pattern }) => (leading === null || leading.test(national)) && pattern.test(national)) ??
    null
  );
}
