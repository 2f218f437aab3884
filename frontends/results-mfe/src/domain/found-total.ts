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

/** @param page what the server answered */
export const foundTotal = ({ totalElements, totalIsLowerBound }: Counted): FoundTotal => ({
  count: totalElements,
  atLeast: totalIsLowerBound === true,
});
