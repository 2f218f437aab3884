import type { mapTexts } from '../map-texts.ts';

export default {
  viewMap: 'Carte',
  mapOfResult: 'Carte de ce résultat : les flèches la déplacent, plus et moins changent l’échelle',
  mapFailed: 'Les lieux n’ont pas pu être chargés',
  mapNothing: 'Aucun profil de ce résultat n’indique de pays ni de ville',
  mapNearer: 'Zoom avant',
  mapFurther: 'Zoom arrière',
  mapWhole: 'Tout le résultat',
  mapCredit: 'Villes : GeoNames, CC BY 4.0 · Frontières : Natural Earth',
  mapCityIn: '{city} ({country})',
  mapCityAlso: '{where}, la plus grande de ce nom ; aussi en : {countries}',
  mapSeveral: '{cities, plural, one {# ville} other {# villes}}, {profiles} : zoom avant',
  mapUnsure: 'Pointillé : plusieurs villes portent ce nom, la plus grande est affichée.',
  mapMore: 'Les {count} villes les plus fréquentes ; il y en a d’autres.',
  mapUnknown: 'Absentes de la carte',
} satisfies Record<keyof typeof mapTexts, string>;
