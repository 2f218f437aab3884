/** Where the numbers of a test begin, as `phoneAt` counts, and how many there may be, at full size too. */
type Range = readonly [from: number, count: number];

/**
 * @returns where the numbers of one begin, of which it needs so many
 * @throws Error where two of them meet: each would find what the other left, or only in the order in which they happened to run
 */
function apart<Name extends string>(ranges: Record<Name, Range>): (name: Name, count: number) => number {
  const inOrder = Object.entries<Range>(ranges).toSorted(([, [left]], [, [right]]) => left - right);
  for (const [place, [name, [from, count]]] of inOrder.entries()) {
    const next = inOrder[place + 1];
    if (next && from + count > next[1][0]) throw new Error(`the numbers of ${name} meet those of ${next[0]}`);
  }
  return (name, needed) => {
    const [from, count] = ranges[name];
    if (needed > count) throw new Error(`${name} needs ${needed} numbers and has ${count}`);
    return from;
  };
}

/** Ranges for the tests that share the product whose sources are bound while it runs. */
export const boundNumbers = apart({
  'changing hands': [0, 3],
  'main path': [10_000, 400],
  providers: [20_000, 1300],
  'nothing taken back': [30_000, 12],
  line: [40_000, 8],
  'silent mistakes': [50_000, 300],
  quotas: [60_000, 400],
  rationed: [70_000, 60],
  'changed file': [200_000, 100_000],
  'slow path': [3_000_000, 1_000_000],
  histories: [5_000_000, 10_000],
  orders: [6_000_000, 10_000],
});

/** Ranges for the tests that kill one and the same installation, behind what is looked up there otherwise. */
export const killedNumbers = apart({
  polled: [1_000_000, 10_000],
  webhooks: [2_000_000, 4000],
  erasure: [3_000_000, 300],
});
