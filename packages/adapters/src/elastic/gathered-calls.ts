interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

interface Bounds {
  /** Calls under way at once. */
  calls: number;
  /** Questions of one call. */
  questions: number;
}

/**
 * Questions that share calls. While fewer calls than `bounds` allow are under way a question goes at once, alone; what
 * is asked meanwhile goes together as soon as one of them is answered. So nobody waits where there is no other, and many
 * share what each call costs.
 */
export class GatheredCalls<Question, Answer> {
  readonly #call: (questions: Question[]) => Promise<(Answer | Error)[]>;
  readonly #bounds: Bounds;
  #waiting: Waiting<Question, Answer>[] = [];
  #underWay = 0;

  /** @param call - answers each question in its place; an error there is of that question alone */
  constructor(call: (questions: Question[]) => Promise<(Answer | Error)[]>, bounds: Bounds) {
    this.#call = call;
    this.#bounds = bounds;
  }

  /** @throws what the call threw, or the error in the question's place */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#underWay < this.#bounds.calls) void this.#go();
    });
  }

  async #go(): Promise<void> {
    const going = this.#waiting.splice(0, this.#bounds.questions);
    this.#underWay++;
    try {
      const answers = await this.#call(going.map(({ question }) => question));
      for (const [place, { resolve, reject }] of going.entries()) {
        const answer = answers[place] ?? new Error('a question had no answer');
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of going) reject(error);
    }
    this.#underWay--;
    if (this.#waiting.length > 0) void this.#go();
  }
}
