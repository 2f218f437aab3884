/** A row of an operator's table or a hit of an index: values by the names of columns. */
export type Row = Readonly<Record<string, unknown>>;
