type Carry = (headers: Record<string, string>) => void;

const carryNothing: Carry = () => undefined;
let carry = carryNothing;

/** Adds to the headers of a call which span it is made within; nothing where nobody traces. */
export const carryTrace: Carry = (headers) => carry(headers);

/** For the tracer of the process; null: it has ended. So whoever makes calls loads no library for traces. */
export function carryTracesBy(tracer: Carry | null): void {
  carry = tracer ?? carryNothing;
}
