import type { secondFactorTexts } from '../second-factor-texts.ts';

/** Texts of the second factor in Russian. */
export default {
  factor: 'Второй фактор',
  factorButtonOn: 'Второй фактор: включён',
  factorFailed: 'Не удалось загрузить второй фактор',
  factorButtonOff: 'Второй фактор: выключен',
  factorAbout:
    'Тогда для входа, кроме пароля, нужен код из приложения на вашем телефоне. При включении остальные ваши сеансы завершатся.',
  factorBegin: 'Продолжить',
  factorScan:
    'Отсканируйте это приложением-аутентификатором или введите в него ключ. Затем введите код, который оно покажет.',
  factorPicture: 'Ключ в виде изображения для приложения-аутентификатора',
  factorKey: 'Ключ',
  factorCopyKey: 'Скопировать ключ',
  factorCode: 'Код',
  factorCodeRequired: 'Введите код',
  factorAnyCode: 'Из приложения или код восстановления',
  factorTurnOn: 'Включить',
  factorOn: 'Второй фактор включён',
  factorCodesTitle: 'Ваши коды восстановления',
  factorCodesOnce:
    'Храните их там, где найдёте и без телефона: каждый один раз заменяет код при входе. Они показаны только сейчас.',
  factorCopyCodes: 'Скопировать коды',
  factorDone: 'Коды сохранены',
  factorSinceLabel: 'Включён с',
  factorLeft:
    '{count, plural, =0 {Кодов восстановления не осталось} one {Остался # код восстановления} few {Осталось # кода восстановления} other {Осталось # кодов восстановления}}.',
  factorOffHint: 'Чтобы получить новые коды восстановления, выключите и снова включите второй фактор.',
  factorTurnOff: 'Выключить',
  factorOff: 'Второй фактор выключен',
  factorPassword: 'Пароль',
  factorReset: 'Снять второй фактор у {name}',
  factorResetQuestion: 'Снять второй фактор у этого пользователя?',
  factorResetAction: 'Снять',
  factorResetKeep: 'Оставить',
  factorResetHint:
    '{name} будет входить только по паролю, и все сеансы {name} завершатся. Делайте это только для того, чью личность вы установили.',
  factorResetDone: 'Второй фактор у {name} снят',
} satisfies Record<keyof typeof secondFactorTexts, string>;
