import type { english } from './en.ts';

/** Texts of what needs an administrator in Russian. */
export default {
  needsYou: 'Требует вас',
  needsUnknown: 'Не удалось загрузить, что требует вашего внимания.',
  needsSource:
    'Ни один источник ещё не подключён: о номере известны только страна и сеть. Чтобы сначала попробовать на вымышленных людях, запустите Numscope с SANDBOX=true.',
  needsBind: 'Подключить источник',
  needsRefused: '{source} отказывает нам и больше не запрашивается',
  needsUnusable: '{source} приостановлен: его ответы нельзя использовать',
  needsLook: 'Открыть {source}',
  needsQuota: '{source}: квота исчерпана. Запросы к нему ждут до {time}',
  needsGoOn: 'Продолжить без {source}',
  needsFailed: 'Задание {job}: не удалось запросить номеров: {count}',
  needsRetry: 'Повторить в задании {job}',
  needsOtherFailed: 'Ещё заданий с неудавшимися номерами: {jobs}, номеров: {count}',
  needsDisk: 'На диске свободно только {free} из {total}',
  needsRoom: 'Освободить место',
  needsMore: 'и ещё {count}',
  needsUnheard: 'Ответили не все части установки, поэтому это может быть не всё.',
} satisfies Record<keyof typeof english, string>;
