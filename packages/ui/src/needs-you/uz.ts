import type { english } from './en.ts';

/** Texts of what needs an administrator in Uzbek in Latin letters. */
export default {
  needsYou: 'Sizni kutmoqda',
  needsUnknown: 'E’tiboringizni talab qiladigan narsalarni yuklab bo‘lmadi.',
  needsSource:
    'Hali birorta manba ulanmagan: raqam haqida faqat mamlakat va tarmoq ma’lum. Avval to‘qima odamlar bilan sinab ko‘rish uchun Numscope’ni SANDBOX=true bilan ishga tushiring.',
  needsBind: 'Manba ulash',
  needsRefused: '{source} bizni rad etmoqda va endi so‘ralmaydi',
  needsUnusable: '{source} to‘xtatib turilgan, chunki javoblaridan foydalanib bo‘lmadi',
  needsLook: '{source} ni ochish',
  needsQuota: '{source} kvotasi tugadi. Undan so‘raladiganlar {time} gacha kutadi',
  needsGoOn: '{source} siz davom etish',
  needsFailed: '{job}-topshiriqning {count, plural, other {# ta raqami}} xato bo‘ldi',
  needsRetry: '{job}-topshiriqda qayta so‘rash',
  needsOtherFailed: 'Yana {jobs, plural, other {# ta topshiriqda}} {count, plural, other {# ta raqam}} xato bo‘ldi',
  needsDisk: 'Diskda {total} dan faqat {free} bo‘sh',
  needsRoom: 'Joy bo‘shatish',
  needsMore: 'va yana {count} ta',
  needsUnheard: 'Tizimning hamma qismi ham javob bermadi, shuning uchun yana bo‘lishi mumkin.',
} satisfies Record<keyof typeof english, string>;
