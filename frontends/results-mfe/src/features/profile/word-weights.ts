import type { Profile } from '@numscope/contracts';

export interface WordWeight {
  word: string;
  /** How often sources say it. */
  count: number;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu;

/**
 * The words of all names that sources know the number by, the most frequent first; each as it is most often written.
 */
export function wordsOf(profile: Profile): WordWeight[] {
  const said = (profile.provenance['names'] ?? []).flatMap(({ value }) =>
    value !== null && typeof value === 'object' && 'name' in value ? [String(value.name)] : [],
  );
  const spellings = new Map<string, Map<string, number>>();
  for (const name of said.length > 0 ? said : profile.names.map(({ name }) => name)) {
    for (const word of name.match(wordPattern) ?? []) {
      const key = word.toLowerCase();
      if (key.length < 2) continue;
      const known = spellings.get(key) ?? new Map<string, number>();
      known.set(word, (known.get(word) ?? 0) + 1);
      spellings.set(key, known);
    }
  }
  return [...spellings.values()]
    .map((written) => {
      const [word = ''] = [...written].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
      return { word, count: [...written.values()].reduce((sum, count) => sum + count, 0) };
    })
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
}
