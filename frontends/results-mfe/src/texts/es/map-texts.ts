import type { mapTexts } from '../map-texts.ts';

export default {
  viewMap: 'Mapa',
  mapOfResult: 'Mapa de este resultado: las flechas lo mueven, más y menos cambian la escala',
  mapFailed: 'No se pudieron cargar los lugares',
  mapNothing: 'Ningún perfil de este resultado indica un país o una ciudad',
  mapNearer: 'Acercar',
  mapFurther: 'Alejar',
  mapWhole: 'Todo el resultado',
  mapCredit: 'Ciudades: GeoNames, CC BY 4.0 · Fronteras: Natural Earth',
  mapCityIn: '{city} ({country})',
  mapCityAlso: '{where}, la mayor con ese nombre; también en {countries}',
  mapSeveral: '{cities, plural, one {# ciudad} other {# ciudades}}, {profiles}: acercar',
  mapUnsure: 'Línea discontinua: varias ciudades tienen ese nombre y se muestra la mayor.',
  mapMore: 'Las {count} ciudades más frecuentes; hay más.',
  mapUnknown: 'No están en el mapa',
} satisfies Record<keyof typeof mapTexts, string>;
