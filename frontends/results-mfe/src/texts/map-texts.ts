/** Texts of the map of a result. */
export const mapTexts = {
  viewMap: 'Map',
  mapOfResult: 'Map of this result: arrows move it, plus and minus zoom',
  mapFailed: 'The places could not be loaded',
  mapNothing: 'No profile of this result says a country or a city',
  mapNearer: 'Zoom in',
  mapFurther: 'Zoom out',
  mapWhole: 'The whole result',
  mapCredit: 'Cities: GeoNames, CC BY 4.0 · Borders: Natural Earth',
  mapCityIn: '{city} ({country})',
  mapCityAlso: '{where}, the largest of its name; also in {countries}',
  mapSeveral: '{cities, plural, one {# city} other {# cities}}, {profiles}: zoom in',
  mapUnsure: 'Dashed: several cities have this name, and the largest is shown.',
  mapMore: 'The {count} most common cities; there are more.',
  mapUnknown: 'Not on the map',
};
