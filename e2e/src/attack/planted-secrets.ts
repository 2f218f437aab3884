interface Planted {
  text: string;
  /** The only places that may have it, as `table sources.sqlite webhook`, `file sources.sqlite` or `collection sources webhooks`. */
  home: RegExp | null;
}

/** Every form in which a text stands in JSON, an address, a header, base64. */
const formsOf = (text: string): string[] => [
  ...new Set([text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), btoa(text).replace(/=+$/, '')]),
];

/** What must never be seen, by what it is; texts that nothing else contains. */
export class PlantedSecrets {
  readonly #planted = new Map<string, Planted>();

  /** @returns the text */
  plant(what: string, text: string, home: RegExp | null = null): string {
    if (text.length < 12) throw new Error(`${what} is too short to be told from other texts`);
    this.#planted.set(what, { text, home });
    return text;
  }

  /** Plants a token's signature: what the token claims is no secret. */
  plantToken(what: string, token: string): string {
    this.plant(what, token.split('.').at(-1) ?? token);
    return token;
  }

  textOf(what: string): string {
    const planted = this.#planted.get(what);
    if (!planted) throw new Error(`nothing is planted as ${what}`);
    return planted.text;
  }

  /** As they are, for places that are looked through by others. */
  get needles(): string[] {
    return [...this.#planted.values()].map(({ text }) => text);
  }

  /** The places in which needles were found (`place: needle`) and that may not have them, as `secret in place`. */
  astray(found: readonly string[]): string[] {
    return [...this.#planted].flatMap(([what, { text, home }]) =>
      found
        .filter((each) => each.endsWith(`: ${text}`))
        .map((each) => each.slice(0, -text.length - 2))
        .filter((place) => !home?.test(place))
        .map((place) => `${what} in ${place}`),
    );
  }

  /** Where any of them stands in whatever form, and may not, as `secret in place`. */
  standingIn(places: ReadonlyMap<string, string>): string[] {
    return [...this.#planted].flatMap(([what, { text, home }]) => {
      const forms = formsOf(text);
      return [...places].flatMap(([place, kept]) =>
        !home?.test(place) && forms.some((form) => kept.includes(form)) ? [`${what} in ${place}`] : [],
      );
    });
  }
}
