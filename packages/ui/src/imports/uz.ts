import type { english } from './en.ts';

/** Texts of how imports end in Uzbek in Latin letters. */
export default {
  importFault: '{row}-qator: {fault}',
  importFileFault: 'Fayl: {fault}',
  importBrokenOff: 'oxirigacha o‘qilmay uzildi: hech narsa hisobga olinmadi',
  importFailed: '{name} faylidan hech narsa import qilinmadi. {fault}',
  importUnknown:
    '{name} importi qanday tugashi noma’lum ({fault}). Qayta import qilishdan oldin uning profillarini qidirib ko‘ring.',
  importDone: '{count, plural, other {# ta profil import qilindi}}',
} satisfies Record<keyof typeof english, string>;
