import type { ownPasswordTexts } from '../own-password-texts.ts';

/** Texts of changing the own password in Spanish. */
export default {
  ownPassword: 'Cambiar la contraseña',
  ownPasswordAbout: 'Sus otras sesiones terminan; esta y sus claves de API siguen activas.',
  ownPasswordPresent: 'Contraseña actual',
  ownPasswordNew: 'Contraseña nueva',
  ownPasswordRepeat: 'Repetir la contraseña nueva',
  ownPasswordChanged: 'Se ha cambiado la contraseña',
} satisfies Record<keyof typeof ownPasswordTexts, string>;
