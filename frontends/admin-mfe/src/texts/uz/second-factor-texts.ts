import type { secondFactorTexts } from '../second-factor-texts.ts';

/** Texts of the second factor in Uzbek in Latin letters. */
export default {
  factor: 'Ikkinchi omil',
  factorButtonOn: 'Ikkinchi omil: yoqilgan',
  factorFailed: 'Ikkinchi omilni yuklab bo‘lmadi',
  factorButtonOff: 'Ikkinchi omil: o‘chirilgan',
  factorAbout:
    'Shunda kirish uchun paroldan tashqari telefoningizdagi ilova ko‘rsatadigan kod kerak bo‘ladi. Yoqilganda boshqa seanslaringiz tugatiladi.',
  factorBegin: 'Davom etish',
  factorScan:
    'Buni autentifikator ilovasi bilan skanerlang yoki unga kalitni kiriting. So‘ng u ko‘rsatgan kodni kiriting.',
  factorPicture: 'Autentifikator ilovasi uchun rasm ko‘rinishidagi kalit',
  factorKey: 'Kalit',
  factorCopyKey: 'Kalitni nusxalash',
  factorCode: 'Kod',
  factorCodeRequired: 'Kodni kiriting',
  factorAnyCode: 'Ilovadan yoki tiklash kodi',
  factorTurnOn: 'Yoqish',
  factorOn: 'Ikkinchi omil yoqildi',
  factorCodesTitle: 'Sizning tiklash kodlaringiz',
  factorCodesOnce:
    'Ularni telefonsiz ham topadigan joyda saqlang: har biri kirishda kod o‘rnini bir marta bosadi. Ular faqat hozir ko‘rsatiladi.',
  factorCopyCodes: 'Kodlarni nusxalash',
  factorDone: 'Saqlab oldim',
  factorSinceLabel: 'Yoqilgan vaqti',
  factorLeft: '{count, plural, =0 {Tiklash kodi qolmadi} other {# ta tiklash kodi qoldi}}.',
  factorOffHint: 'Yangi tiklash kodlarini olish uchun uni o‘chirib, qayta yoqing.',
  factorTurnOff: 'O‘chirish',
  factorOff: 'Ikkinchi omil o‘chirildi',
  factorPassword: 'Parol',
  factorReset: '{name} ning ikkinchi omilini olib tashlash',
  factorResetQuestion: 'Shu foydalanuvchining ikkinchi omili olib tashlansinmi?',
  factorResetAction: 'Olib tashlash',
  factorResetKeep: 'Qoldirish',
  factorResetHint:
    'Shunda {name} faqat parol bilan kiradi va {name} ning barcha seanslari tugatiladi. Buni faqat shaxsiga ishonch hosil qilgan kishingiz uchun bajaring.',
  factorResetDone: '{name} ning ikkinchi omili o‘chirildi',
} satisfies Record<keyof typeof secondFactorTexts, string>;
