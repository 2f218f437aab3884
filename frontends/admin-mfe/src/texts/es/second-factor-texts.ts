import type { secondFactorTexts } from '../second-factor-texts.ts';

/** Texts of the second factor in Spanish. */
export default {
  factor: 'Segundo factor',
  factorButtonOn: 'Segundo factor: activado',
  factorFailed: 'No se pudo cargar el segundo factor',
  factorButtonOff: 'Segundo factor: desactivado',
  factorAbout:
    'Para entrar hará falta, además de la contraseña, un código que muestra una aplicación de su teléfono. Al activarlo se cierran sus otras sesiones.',
  factorBegin: 'Continuar',
  factorScan:
    'Escanee esto con una aplicación de autenticación o escriba en ella la clave. Después escriba el código que muestra.',
  factorPicture: 'La clave como imagen para una aplicación de autenticación',
  factorKey: 'Clave',
  factorCopyKey: 'Copiar la clave',
  factorCode: 'Código',
  factorCodeRequired: 'Escriba el código',
  factorAnyCode: 'De la aplicación, o un código de recuperación',
  factorTurnOn: 'Activar',
  factorOn: 'El segundo factor está activado',
  factorCodesTitle: 'Sus códigos de recuperación',
  factorCodesOnce:
    'Guárdelos donde los encuentre sin el teléfono: cada uno sirve una vez en lugar de un código. Solo se muestran ahora.',
  factorCopyCodes: 'Copiar los códigos',
  factorDone: 'Ya los he guardado',
  factorSinceLabel: 'Activado desde',
  factorLeft:
    '{count, plural, =0 {No queda ningún código de recuperación} one {Queda # código de recuperación} other {Quedan # códigos de recuperación}}.',
  factorOffHint: 'Para obtener códigos nuevos, desactívelo y vuelva a activarlo.',
  factorTurnOff: 'Desactivar',
  factorOff: 'El segundo factor está desactivado',
  factorPassword: 'Contraseña',
  factorReset: 'Quitar el segundo factor a {name}',
  factorResetQuestion: '¿Seguro que desea quitar el segundo factor a este usuario?',
  factorResetAction: 'Quitarlo',
  factorResetKeep: 'Conservarlo',
  factorResetHint:
    '{name} entrará solo con la contraseña y se cerrarán todas las sesiones de {name}. Hágalo solo por alguien cuya identidad haya comprobado.',
  factorResetDone: 'El segundo factor de {name} está desactivado',
} satisfies Record<keyof typeof secondFactorTexts, string>;
