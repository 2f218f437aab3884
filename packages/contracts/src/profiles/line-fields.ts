/** What is said of a line, each value told once and without zod (see lists.ts), in the order in which it is written. */

/** What a value of a line is; a `share` is 0 to 1. */
export type LineKind = 'text' | 'mcc' | 'mnc' | 'flag' | 'time' | 'status' | 'share' | 'texts';

export const lineFields = {
  carrier: 'text',
  mcc: 'mcc',
  mnc: 'mnc',
  lineType: 'text',
  ported: 'flag',
  portedAt: 'time',
  status: 'status',
  roaming: 'flag',
  roamingCountry: 'text',
  prepaid: 'flag',
  voip: 'flag',
  risk: 'share',
  riskReasons: 'texts',
  simSwappedAt: 'time',
  reassigned: 'flag',
  checkedAt: 'time',
} as const satisfies Record<string, LineKind>;

export type LineField = keyof typeof lineFields;
export const lineFieldNames = Object.keys(lineFields) as LineField[];

/** A rule that is told for each kind of value, as the rule of each field. */
export const byLineField = <Rules extends Readonly<Record<LineKind, unknown>>>(rules: Rules) =>
  Object.fromEntries(lineFieldNames.map((field) => [field, rules[lineFields[field]]])) as {
    readonly [F in LineField]: Rules[(typeof lineFields)[F]];
  };
