import { SourceFault } from '../connector.port.ts';

/**
 * The most that is taken of one answer, with all its pages: what is kept of it must fit into the stores. Of a call that
 * asks on for what several calls handed in, the most of all their answers.
 */
export const ANSWER_BYTES = 8 * 1024 * 1024;

export const tooMuch = (): SourceFault => new SourceFault('sent more than is taken');
