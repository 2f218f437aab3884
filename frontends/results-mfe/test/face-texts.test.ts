import { describe, expect, it } from '@jest/globals';
import { type Language, languages } from '@numscope/contracts';
import { loadCatalog } from '@numscope/ui';
import { translations } from '../src/texts/catalogs.ts';
import { faceTexts } from '../src/texts/face-texts.ts';

/** How each language would say that faces are of one person, or of two, as if that were known. */
const verdicts = {
  en: /\b(?:is|are|was|were)\b(?: surely| certainly)? (?:(?:a|the) )?(?:same|different|other) (?:person|people|face)/iu,
  ru: /(?:—|это|является) (?:тот же|то же|та же|другой|другое|другие|разные|одно|один) (?:человек|лицо|люди)/iu,
  uz: /— (?:o‘sha|boshqa|bir) (?:kishi|odam|yuz)|(?:kishi|odam)(?:dir|lardir)/iu,
  uz_cyrl: /— (?:ўша|бошқа|бир) (?:киши|одам|юз)|(?:киши|одам)(?:дир|лардир)/iu,
  es: /\b(?:es|son)\b (?:la |las |el |los )?(?:mism[ao]s?|otr[ao]s?|distint[ao]s?) (?:personas?|rostros?)/iu,
  fr: /\b(?:est|sont)\b (?:la |le |les |une |un |d’|des )?(?:mêmes?|autres?|différente?s?) (?:personnes?|visages?)/iu,
  pt: /(?:^|\s)(?:é|são) (?:a |as |o |os )?(?:mesm[ao]s?|outr[ao]s?|diferentes?) (?:pessoas?|rostos?)/iu,
} as const satisfies Record<Language, RegExp>;

/** What stood on the screen once. */
const said = {
  en: ['{phone} is the same person', '{phone} is a different person'],
  ru: ['{phone} — тот же человек', '{phone} — другой человек'],
  uz: ['{phone} — o‘sha kishi', '{phone} — boshqa kishi'],
  uz_cyrl: ['{phone} — ўша киши', '{phone} — бошқа киши'],
  es: ['{phone} es la misma persona', '{phone} es otra persona'],
  fr: ['{phone} est la même personne', '{phone} est une autre personne'],
  pt: ['{phone} é a mesma pessoa', '{phone} é outra pessoa'],
} as const satisfies Record<Language, readonly string[]>;

async function textsIn(language: Language): Promise<[string, string][]> {
  const texts: Readonly<Record<string, string>> = (await loadCatalog(translations, language)) ?? faceTexts;
  return Object.entries(texts).filter(([key]) => key in faceTexts);
}

describe.each(languages)('texts of faces in %s', (language) => {
  it('never say that faces are of one person, or of two', async () => {
    const texts = await textsIn(language);
    expect(texts.length).toBe(Object.keys(faceTexts).length);
    expect(texts.filter(([, text]) => verdicts[language].test(text))).toEqual([]);
  });

  it('would be caught if they did', () => {
    expect(said[language].filter((text) => !verdicts[language].test(text))).toEqual([]);
  });

  it('call a button by what stands on it, and more', async () => {
    const texts = Object.fromEntries(await textsIn(language));
    for (const button of ['confirmSame', 'denySame', 'takeBack'])
      expect(texts[`${button}Of`]?.toLowerCase()).toContain(texts[button]?.toLowerCase());
  });
});
