/** How many there are to choose from. */
export interface FoundTotal {
  count: number;
  /** Counting stopped there: more match than that. */
  atLeast: boolean;
}

interface Counted {
  totalElements: number;
  totalIsLowerBound?: boolean | undefined;
}

/** @param page what the server answered; undefined: nothing yet */
export const foundTotal = (page: Counted | undefined): FoundTotal => ({
  count: page?.totalElements ?? 0,
  atLeast: page?.totalIsLowerBound === true,
});
