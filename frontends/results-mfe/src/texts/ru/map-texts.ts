import type { mapTexts } from '../map-texts.ts';

export default {
  viewMap: 'Карта',
  mapOfResult: 'Карта этого результата: стрелки двигают её, плюс и минус меняют масштаб',
  mapFailed: 'Не удалось загрузить места',
  mapNothing: 'Ни в одном профиле этого результата не указаны страна или город',
  mapNearer: 'Приблизить',
  mapFurther: 'Отдалить',
  mapWhole: 'Весь результат',
  mapCredit: 'Города: GeoNames, CC BY 4.0 · Границы: Natural Earth',
  mapCityIn: '{city} ({country})',
  mapCityAlso: '{where}, крупнейший с таким названием; также есть в: {countries}',
  mapSeveral:
    '{cities, plural, one {# город} few {# города} many {# городов} other {# города}}, {profiles}: приблизить',
  mapUnsure: 'Пунктир: городов с таким названием несколько, показан крупнейший.',
  mapMore: '{count} самых частых городов; есть и другие.',
  mapUnknown: 'Нет на карте',
} satisfies Record<keyof typeof mapTexts, string>;
