import type { secondFactorTexts } from '../second-factor-texts.ts';

/** Texts of the second factor in Uzbek in Cyrillic letters. */
export default {
  factor: 'Иккинчи омил',
  factorButtonOn: 'Иккинчи омил: ёқилган',
  factorFailed: 'Иккинчи омилни юклаб бўлмади',
  factorButtonOff: 'Иккинчи омил: ўчирилган',
  factorAbout:
    'Шунда кириш учун паролдан ташқари телефонингиздаги илова кўрсатадиган код керак бўлади. Ёқилганда бошқа сеансларингиз тугатилади.',
  factorBegin: 'Давом этиш',
  factorScan:
    'Буни аутентификатор иловаси билан сканерланг ёки унга калитни киритинг. Сўнг у кўрсатган кодни киритинг.',
  factorPicture: 'Аутентификатор иловаси учун расм кўринишидаги калит',
  factorKey: 'Калит',
  factorCopyKey: 'Калитни нусхалаш',
  factorCode: 'Код',
  factorCodeRequired: 'Кодни киритинг',
  factorAnyCode: 'Иловадан ёки тиклаш коди',
  factorTurnOn: 'Ёқиш',
  factorOn: 'Иккинчи омил ёқилди',
  factorCodesTitle: 'Сизнинг тиклаш кодларингиз',
  factorCodesOnce:
    'Уларни телефонсиз ҳам топадиган жойда сақланг: ҳар бири киришда код ўрнини бир марта босади. Улар фақат ҳозир кўрсатилади.',
  factorCopyCodes: 'Кодларни нусхалаш',
  factorDone: 'Сақлаб олдим',
  factorSinceLabel: 'Ёқилган вақти',
  factorLeft: '{count, plural, =0 {Тиклаш коди қолмади} other {# та тиклаш коди қолди}}.',
  factorOffHint: 'Янги тиклаш кодларини олиш учун уни ўчириб, қайта ёқинг.',
  factorTurnOff: 'Ўчириш',
  factorOff: 'Иккинчи омил ўчирилди',
  factorPassword: 'Парол',
  factorReset: '{name} нинг иккинчи омилини олиб ташлаш',
  factorResetQuestion: 'Шу фойдаланувчининг иккинчи омили олиб ташлансинми?',
  factorResetAction: 'Олиб ташлаш',
  factorResetKeep: 'Қолдириш',
  factorResetHint:
    'Шунда {name} фақат парол билан киради ва {name} нинг барча сеанслари тугатилади. Буни фақат шахсига ишонч ҳосил қилган кишингиз учун бажаринг.',
  factorResetDone: '{name} нинг иккинчи омили ўчирилди',
} satisfies Record<keyof typeof secondFactorTexts, string>;
