type Catalog = Readonly<Record<string, string>>;

const COUNTED = /\{(\w+), plural,((?: =?\w+ \{(?:[^{}]|\{\w+\})*\})+)\}/g;
const FORMS = /(=?\w+) \{(?:[^{}]|\{\w+\})*\}/g;

/** The kinds of form that a language has for the whole numbers of everyday; those of millions and of fractions take `other`. */
function kindsOf(tag: string): string[] {
  const rules = new Intl.PluralRules(tag);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
}

/** The names in `{}` of a text, be they values or numbers with forms. The braces of a form hold text: `one {# job}`, never a name alone. */
function namesOf(text: string): string[] {
  const withoutForms = text.replaceAll(COUNTED, (_, name: string, forms: string) => {
    const within = forms.replaceAll(/ =?\w+ \{((?:[^{}]|\{\w+\})*)\}/g, ' $1');
    return `{${name}}${within}`;
  });
  return [...new Set([...withoutForms.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();
}

/** What a reader of the language would miss in the forms of a text's numbers. */
function formFaults(text: string, tag: string): string[] {
  const kinds = kindsOf(tag);
  return [...text.matchAll(COUNTED)].flatMap(([, name = '', written = '']) => {
    const forms = [...written.matchAll(FORMS)].map(([, form = '']) => form);
    const unknown = forms.filter(
      (form) =>
        !/^=\d+$/.test(form) &&
        !new Intl.PluralRules(tag).resolvedOptions().pluralCategories.some((kind) => kind === form),
    );
    const faults = unknown.map((form) => `${name}: ${tag} has no form ${form}`);
    if (!forms.includes('other')) faults.push(`${name}: the form other is missing`);
    // `other` stands for one kind at the most, unless all numbers share it.
    const left = kinds.filter((kind) => kind !== 'other' && !forms.includes(kind));
    const some = kinds.some((kind) => kind !== 'other' && forms.includes(kind));
    if (some && left.length + (kinds.includes('other') ? 1 : 0) > 1)
      faults.push(`${name}: of the forms ${left.join(', ')} all but one are missing`);
    return faults;
  });
}

/**
 * What is wrong with a translated catalog beside the English one: keys, values in `{}` and forms of numbers.
 * @param tag the language of the translation, as `ru-RU`
 */
export function translationFaults(english: Catalog, translated: Catalog, tag: string): string[] {
  const faults = Object.keys(translated)
    .filter((key) => !(key in english))
    .map((key) => `${key}: is no text in English`);
  for (const [key, text] of Object.entries(english)) {
    const other = translated[key];
    if (other === undefined || other.trim() === '') {
      faults.push(`${key}: is not translated`);
      continue;
    }
    const [wanted, found] = [namesOf(text), namesOf(other)];
    if (wanted.join() !== found.join())
      faults.push(`${key}: has the values {${found.join('} {')}} and not {${wanted.join('} {')}}`);
    // A form that the pattern does not take would be shown as it is written.
    if (other.replaceAll(COUNTED, '').includes(', plural,')) faults.push(`${key}: its forms cannot be read`);
    faults.push(...formFaults(other, tag).map((fault) => `${key}: ${fault}`));
  }
  return faults;
}
