import type { secondFactorTexts } from '../second-factor-texts.ts';

/** Texts of the second factor in Portuguese. */
export default {
  factor: 'Segundo fator',
  factorButtonOn: 'Segundo fator: ativado',
  factorFailed: 'Não foi possível carregar o segundo fator',
  factorButtonOff: 'Segundo fator: desativado',
  factorAbout:
    'Para entrar passa a ser preciso, além da palavra-passe, um código que uma aplicação do seu telefone mostra. As suas outras sessões terminam ao ativá-lo.',
  factorBegin: 'Continuar',
  factorScan:
    'Leia isto com uma aplicação de autenticação ou escreva nela a chave. Depois escreva o código que ela mostra.',
  factorPicture: 'A chave como imagem para uma aplicação de autenticação',
  factorKey: 'Chave',
  factorCopyKey: 'Copiar a chave',
  factorCode: 'Código',
  factorCodeRequired: 'Escreva o código',
  factorAnyCode: 'Da aplicação, ou um código de recuperação',
  factorTurnOn: 'Ativar',
  factorOn: 'O segundo fator está ativado',
  factorCodesTitle: 'Os seus códigos de recuperação',
  factorCodesOnce:
    'Guarde-os onde os encontre sem o telefone: cada um serve uma vez em vez de um código. Só são mostrados desta vez.',
  factorCopyCodes: 'Copiar os códigos',
  factorDone: 'Já os guardei',
  factorSinceLabel: 'Ativado desde',
  factorLeft:
    '{count, plural, =0 {Não resta nenhum código de recuperação} one {Resta # código de recuperação} other {Restam # códigos de recuperação}}.',
  factorOffHint: 'Para obter novos códigos de recuperação, desative-o e volte a ativá-lo.',
  factorTurnOff: 'Desativar',
  factorOff: 'O segundo fator está desativado',
  factorPassword: 'Palavra-passe',
  factorReset: 'Retirar o segundo fator a {name}',
  factorResetQuestion: 'Tem a certeza de que quer retirar o segundo fator a este utilizador?',
  factorResetAction: 'Retirar',
  factorResetKeep: 'Manter',
  factorResetHint:
    '{name} passa a entrar só com a palavra-passe, e todas as sessões de {name} terminam. Faça-o apenas por alguém que tenha reconhecido.',
  factorResetDone: 'O segundo fator de {name} está desativado',
} satisfies Record<keyof typeof secondFactorTexts, string>;
