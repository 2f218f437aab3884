import type { english } from './en.ts';

/** Texts of what needs an administrator in Uzbek in Cyrillic letters. */
export default {
  needsYou: 'Сизни кутмоқда',
  needsUnknown: 'Эътиборингизни талаб қиладиган нарсаларни юклаб бўлмади.',
  needsSource:
    'Ҳали бирорта манба уланмаган: рақам ҳақида фақат мамлакат ва тармоқ маълум. Аввал тўқима одамлар билан синаб кўриш учун Numscope’ни SANDBOX=true билан ишга туширинг.',
  needsBind: 'Манба улаш',
  needsRefused: '{source} бизни рад этмоқда ва энди сўралмайди',
  needsUnusable: '{source} тўхтатиб турилган, чунки жавобларидан фойдаланиб бўлмади',
  needsLook: '{source} ни очиш',
  needsQuota: '{source} квотаси тугади. Ундан сўраладиганлар {time} гача кутади',
  needsGoOn: '{source} сиз давом этиш',
  needsFailed: '{job}-топшириқнинг {count, plural, other {# та рақами}} хато бўлди',
  needsRetry: '{job}-топшириқда қайта сўраш',
  needsOtherFailed: 'Яна {jobs, plural, other {# та топшириқда}} {count, plural, other {# та рақам}} хато бўлди',
  needsDisk: 'Дискда {total} дан фақат {free} бўш',
  needsRoom: 'Жой бўшатиш',
  needsMore: 'ва яна {count} та',
  needsUnheard: 'Тизимнинг ҳамма қисми ҳам жавоб бермади, шунинг учун яна бўлиши мумкин.',
} satisfies Record<keyof typeof english, string>;
