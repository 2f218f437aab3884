const SHORTEST = 4;
const MASK = '***';

/** Takes out of whatever comes back what must not come out: secrets of the file, and what is made of them. */
export class SecretMask {
  readonly #secrets: Set<string>;
  /** Tokens by whose they are: only the last of each. */
  readonly #tokens = new Map<unknown, string>();

  constructor(secrets: readonly string[]) {
    const long = secrets.filter((secret) => secret.length >= SHORTEST);
    // Encoded as they stand in addresses and forms, which some providers send back.
    this.#secrets = new Set(long.flatMap((secret) => [secret, encodeURIComponent(secret)]));
  }

  add(secret: string): void {
    if (secret.length >= SHORTEST) this.#secrets.add(secret);
  }

  /** A token in place of the last one of the same owner. */
  note(owner: unknown, token: string): void {
    this.#tokens.set(owner, token);
  }

  clean(text: string): string {
    let cleaned = text;
    for (const secret of this.#secrets) if (cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, MASK);
    for (const token of this.#tokens.values()) if (cleaned.includes(token)) cleaned = cleaned.replaceAll(token, MASK);
    return cleaned;
  }
}
