/** Bytes of what was mapped of a number's answers, as JSON: with more of them the oldest are left out whole. */
const FIELDS_BYTES = 16 * 1024 * 1024;

/** How large an answer is as it is kept, in bytes of JSON; `raw` null: it has none. */
export interface KeptSize {
  fields: number;
  raw: number | null;
}

/** How an answer is given: with its raw answer, or with so many bytes of it left out. */
export interface GivenAs {
  rawLeftOut: number | null;
}

/**
 * Which of a number's answers are given, and how, as far as there is room: the newest first, each with its raw answer
 * where that still fits. Those behind the ones that are told of are left out whole.
 * @param rawBytes - the room for raw answers
 */
export function givenOf(newestFirst: readonly KeptSize[], rawBytes: number): GivenAs[] {
  const given: GivenAs[] = [];
  let fieldsLeft = FIELDS_BYTES;
  let rawLeft = rawBytes;
  for (const { fields, raw } of newestFirst) {
    fieldsLeft -= fields;
    if (fieldsLeft < 0) break;
    const fits = raw === null || raw <= rawLeft;
    if (fits) rawLeft -= raw ?? 0;
    given.push({ rawLeftOut: fits ? null : raw });
  }
  return given;
}
