import type { english } from './en.ts';

/** Texts of how imports end in Russian. */
export default {
  importFault: 'Строка {row}: {fault}',
  importFileFault: 'Файл: {fault}',
  importBrokenOff: 'импорт прервался, не дочитав до конца: ничего не засчитано',
  importFailed: 'Из {name} ничего не импортировано. {fault}',
  importUnknown:
    'Неизвестно, чем закончится импорт {name} ({fault}). Прежде чем импортировать ещё раз, поищите его профили.',
  importDone:
    '{count, plural, one {Импортирован # профиль} few {Импортировано # профиля} other {Импортировано # профилей}}',
} satisfies Record<keyof typeof english, string>;
