import { latinWords } from './latin-words.ts';
import { remembered } from './remembered.ts';

/** In English, Russian, Uzbek, Spanish, French and Portuguese, in Latin letters without accents. */
const words = {
  male: 'm male man boy masculine muj mujskoy mujchina erkak masculino hombre masculin homme homem',
  female:
    'f w j female woman girl feminine jen jensky jenskiy jenshina ayol ael xotin femenino mujer feminin femme feminino mulher',
  unknown: 'unknown undefined none na neizvestno nomalum',
};
const byWord = new Map(
  Object.entries(words).flatMap(([gender, all]) => all.split(' ').map((word) => [word, gender] as const)),
);

/** `male`, `female`, `unknown`, or the word itself. */
export const genderOf = remembered((text): string => {
  const said = latinWords(text);
  const known = said.map((word) => byWord.get(word)).find((gender) => gender !== undefined);
  return known ?? (said.join(' ') || text);
});
