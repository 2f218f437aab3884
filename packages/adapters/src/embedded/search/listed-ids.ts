/** Ids of one row, as one text: making an object of each takes three times as long as finding it. */
export const listedIds = (row: Record<string, unknown> | undefined): number[] =>
  JSON.parse(String(row?.['ids'])) as number[];
