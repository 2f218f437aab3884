import type { mapTexts } from '../map-texts.ts';

export default {
  viewMap: 'Харита',
  mapOfResult: 'Ушбу натижа харитаси: стрелкалар уни суради, плюс ва минус масштабни ўзгартиради',
  mapFailed: 'Жойларни юклаб бўлмади',
  mapNothing: 'Ушбу натижадаги бирорта профилда мамлакат ёки шаҳар кўрсатилмаган',
  mapNearer: 'Яқинлаштириш',
  mapFurther: 'Узоқлаштириш',
  mapWhole: 'Бутун натижа',
  mapCredit: 'Шаҳарлар: GeoNames, CC BY 4.0 · Чегаралар: Natural Earth',
  mapCityIn: '{city} ({country})',
  mapCityAlso: '{where}, шу номдаги энг йириги; бу ерларда ҳам бор: {countries}',
  mapSeveral: '{cities, plural, one {# та шаҳар} other {# та шаҳар}}, {profiles}: яқинлаштириш',
  mapUnsure: 'Узуқ чизиқ: бундай номли шаҳар бир нечта, энг йириги кўрсатилган.',
  mapMore: 'Энг кўп учрайдиган {count} та шаҳар; бошқалари ҳам бор.',
  mapUnknown: 'Харитада йўқ',
} satisfies Record<keyof typeof mapTexts, string>;
