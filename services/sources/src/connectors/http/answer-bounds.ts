import { type SourceAnswer, SourceFault } from '../connector.port.ts';

/**
 * The most that is taken of one answer, with all its pages: what is kept of it must fit into the stores. Of a call that
 * asks on for what several calls handed in, the most of all their answers.
 */
export const ANSWER_BYTES = 8 * 1024 * 1024;

/** It tells nothing of what was asked: what was handed in may be done all the same. */
export const tooMuch = (): SourceFault => new SourceFault('sent more than is taken', { isUnread: true });

/**
 * One answer for all numbers of a call. What it is made of is kept with each of them as long as that is no more than is
 * taken of one answer, else with the first alone.
 */
export function sharedBy(count: number, answer: SourceAnswer): SourceAnswer[] {
  if (count === 1) return [answer];
  const { raw = '', ...rest } = answer;
  const others = Buffer.byteLength(raw) * count <= ANSWER_BYTES ? answer : rest;
  return Array.from({ length: count }, (_none, place) => (place === 0 ? answer : others));
}
