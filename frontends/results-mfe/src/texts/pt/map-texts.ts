import type { mapTexts } from '../map-texts.ts';

export default {
  viewMap: 'Mapa',
  mapOfResult: 'Mapa deste resultado: as setas movem-no, mais e menos mudam a escala',
  mapFailed: 'Não foi possível carregar os lugares',
  mapNothing: 'Nenhum perfil deste resultado indica um país ou uma cidade',
  mapNearer: 'Aproximar',
  mapFurther: 'Afastar',
  mapWhole: 'Todo o resultado',
  mapCredit: 'Cidades: GeoNames, CC BY 4.0 · Fronteiras: Natural Earth',
  mapCityIn: '{city} ({country})',
  mapCityAlso: '{where}, a maior com este nome; também em {countries}',
  mapSeveral: '{cities, plural, one {# cidade} other {# cidades}}, {profiles}: aproximar',
  mapUnsure: 'Tracejado: várias cidades têm este nome, e mostra-se a maior.',
  mapMore: 'As {count} cidades mais frequentes; há mais.',
  mapUnknown: 'Fora do mapa',
} satisfies Record<keyof typeof mapTexts, string>;
