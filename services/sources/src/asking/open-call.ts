import type { AskOptions } from '../connectors/connector.port.ts';
import type { AskedNumber } from '../domain/template.ts';
import type { Question } from './question.ts';

/**
 * Questions that one call is made for. One that another instance answered meanwhile, or that has its answer before the
 * others, is over, and hears no more.
 */
export class OpenCall {
  readonly questions: readonly Question[];
  readonly numbers: readonly AskedNumber[];
  /** Null: none is over. */
  #answered: Set<Question> | null = null;

  constructor(questions: readonly Question[]) {
    this.questions = questions;
    this.numbers = questions.map((question) => question.number());
  }

  isOpen(question: Question): boolean {
    return this.#answered === null || !this.#answered.has(question);
  }

  close(question: Question): void {
    (this.#answered ??= new Set()).add(question);
  }

  /** How many questions about each number are open. */
  openByNumber(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    this.questions.forEach((question, index) => {
      const e164 = this.numbers[index]?.e164 ?? '';
      if (this.isOpen(question)) counts.set(e164, (counts.get(e164) ?? 0) + 1);
    });
    return counts;
  }

  /** Whether anybody still waits for an answer. */
  readonly isWanted = (): boolean => this.questions.some((one) => this.isOpen(one) && !one.dropped());

  /** Several may ask for one number: it is open as long as any of them is. */
  readonly unanswered: NonNullable<AskOptions['unanswered']> = async (numbers) => {
    const looked = new Set(numbers.map(({ e164 }) => e164));
    const open = new Set<string>();
    // Each look-up comes to its end first: one that is still under way when it is asked again would be told twice.
    const looks = await Promise.allSettled(
      this.questions.map(async (question, index) => {
        const e164 = this.numbers[index]?.e164 ?? '';
        if (!looked.has(e164) || !this.isOpen(question)) return;
        if (await question.isAnswered()) this.close(question);
        else open.add(e164);
      }),
    );
    for (const look of looks) if (look.status === 'rejected') throw look.reason;
    return numbers.filter(({ e164 }) => open.has(e164));
  };
}
