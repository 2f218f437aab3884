import type { ownPasswordTexts } from '../own-password-texts.ts';

/** Texts of changing the own password in Portuguese. */
export default {
  ownPassword: 'Alterar a palavra-passe',
  ownPasswordAbout: 'As suas outras sessões terminam; esta e as suas chaves de API continuam ativas.',
  ownPasswordPresent: 'Palavra-passe atual',
  ownPasswordNew: 'Nova palavra-passe',
  ownPasswordRepeat: 'Repetir a nova palavra-passe',
  ownPasswordChanged: 'A palavra-passe foi alterada',
} satisfies Record<keyof typeof ownPasswordTexts, string>;
