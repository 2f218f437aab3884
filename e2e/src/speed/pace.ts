/** The time of the work below on the machine on which the product keeps its 50 ms, in milliseconds. */
const USUAL_MS = 1.05;
const TIMES = 40;
/** A machine that is slower still could hide what is really too long. */
const SLOWEST = 3;

const profile = JSON.stringify(
  Array.from({ length: 200 }, (_none, place) => ({
    phone: `+99890${1_000_000 + place}`,
    names: [{ name: `Anvar Karimov ${place}`, type: 'OK' }],
    emails: [`a${place}@example.com`],
    at: place,
  })),
);

function workMs(): number {
  const begun = performance.now();
  for (let round = 0; round < 10; round++) JSON.stringify(JSON.parse(profile));
  return performance.now() - begun;
}

/**
 * How many times as long as usual this machine takes now for the same work of JSON: 1 to 3. The quickest of many tries, each shorter than the time for
 * which a processor is given: so it tells how fast the machine is, and not what else it does.
 */
export const slowness = (): number =>
  Math.min(SLOWEST, Math.max(1, Math.min(...Array.from({ length: TIMES }, workMs)) / USUAL_MS));
