import type { mapTexts } from '../map-texts.ts';

export default {
  viewMap: 'Xarita',
  mapOfResult: 'Ushbu natija xaritasi: strelkalar uni suradi, plyus va minus masshtabni o‘zgartiradi',
  mapFailed: 'Joylarni yuklab bo‘lmadi',
  mapNothing: 'Ushbu natijadagi birorta profilda mamlakat yoki shahar ko‘rsatilmagan',
  mapNearer: 'Yaqinlashtirish',
  mapFurther: 'Uzoqlashtirish',
  mapWhole: 'Butun natija',
  mapCredit: 'Shaharlar: GeoNames, CC BY 4.0 · Chegaralar: Natural Earth',
  mapCityIn: '{city} ({country})',
  mapCityAlso: '{where}, shu nomdagi eng yirigi; bu yerlarda ham bor: {countries}',
  mapSeveral: '{cities, plural, one {# ta shahar} other {# ta shahar}}, {profiles}: yaqinlashtirish',
  mapUnsure: 'Uzuq chiziq: bunday nomli shahar bir nechta, eng yirigi ko‘rsatilgan.',
  mapMore: 'Eng ko‘p uchraydigan {count} ta shahar; boshqalari ham bor.',
  mapUnknown: 'Xaritada yo‘q',
} satisfies Record<keyof typeof mapTexts, string>;
