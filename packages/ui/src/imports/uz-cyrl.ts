import type { english } from './en.ts';

/** Texts of how imports end in Uzbek in Cyrillic letters. */
export default {
  importFault: '{row}-қатор: {fault}',
  importFileFault: 'Файл: {fault}',
  importBrokenOff: 'охиригача ўқилмай узилди: ҳеч нарса ҳисобга олинмади',
  importFailed: '{name} файлидан ҳеч нарса импорт қилинмади. {fault}',
  importUnknown:
    '{name} импорти қандай тугаши номаълум ({fault}). Қайта импорт қилишдан олдин унинг профилларини қидириб кўринг.',
  importDone: '{count, plural, other {# та профил импорт қилинди}}',
} satisfies Record<keyof typeof english, string>;
