import type { SourceAnswer } from '../connectors/connector.port.ts';
import type { AskedNumber } from '../domain/template.ts';

/** What came of asking for one number. `asked` false: the source was not even called, `message` says why. */
export interface Outcome extends SourceAnswer {
  asked: boolean;
  /** The price of this number's part in the call. */
  cost: number;
  at: number;
  account: string | null;
}

export interface Question {
  /** Made when it is asked. */
  number(): AskedNumber;
  /** The fields of which it has values that others found. */
  needs: readonly string[];
  /** In place of `done` and `wait`: the source needs other fields by now. */
  needsChanged(): void;
  /** Whether nobody wants the answer any more; asked until the call begins. */
  dropped(): boolean;
  /**
   * Its share of what its call cost without an answer; called before `wait`, or before `done` with null. Also told to a
   * question that is over because another instance answered it.
   */
  paid(cost: number, at: number): void;
  /** Called once, unless `wait` is; null when it was dropped before it was asked. */
  done(outcome: Outcome | null): void;
  /** Looks once more for a kept answer of another instance; with one the question is over, and hears no more. */
  isAnswered(): Promise<boolean>;
  /** Called once, unless `done` is: the source is over its quota, and allows calls again from then on. */
  wait(until: number): void;
}

/** Whether somebody still wants the answer; else it is let go of. */
export function isWanted(question: Question): boolean {
  if (!question.dropped()) return true;
  question.done(null);
  return false;
}

/** It is not asked, for this reason. @param at milliseconds since the epoch */
export function refuse(question: Question, message: string, at: number): void {
  if (isWanted(question))
    question.done({ asked: false, status: 'FAILED', message, fields: null, cost: 0, at, account: null });
}

export function letWait(question: Question, until: number): void {
  if (isWanted(question)) question.wait(until);
}
