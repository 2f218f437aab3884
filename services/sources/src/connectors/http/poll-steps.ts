import type { AskedNumber, Values } from '../../domain/template.ts';
import type { SourceAnswer } from '../connector.port.ts';
import type { AnswerExpressions } from './expressions.ts';
import type { HttpSource } from './http-source.ts';
import type { Page } from './page.ts';
import type { Submissions } from './submissions.port.ts';

/** What finished pages say of each number, and how many bytes they have. */
export interface PagedAnswers {
  answers: SourceAnswer[];
  bytes: number;
}

/** How one call to the provider is made and read; the same for polls and for plain calls. */
export interface PollSteps {
  /** Hands the numbers in. */
  submit(numbers: readonly AskedNumber[]): Promise<Page>;
  /** Asks how far it is. */
  ask(account: string, numbers: readonly AskedNumber[], values: Values): Promise<Page>;
  /** The answers in a page that is done, with those after it. */
  answers(page: Page, numbers: readonly AskedNumber[], account: string): Promise<PagedAnswers>;
  /** What the page says that it cost; null: nothing. */
  cost(page: Page): number | null;
  /** For the placeholders of `poll.url`. @throws SourceFault when the page lacks one */
  values(page: Page): Values;
}

export interface PollingParts {
  source: string;
  poll: NonNullable<HttpSource['poll']>;
  expressions: AnswerExpressions;
  submissions: Submissions;
  now(): number;
  /** Ends waiting. */
  ending: AbortSignal;
}
