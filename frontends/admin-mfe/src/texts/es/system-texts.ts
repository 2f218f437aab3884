import type { systemTexts } from '../system-texts.ts';

/** Texts of faces and the picture store on the system's screen in Spanish. */
export default {
  faces: 'Rostros',
  facesFailed: 'No se pudo cargar el estado de los rostros',
  facesOn: 'Activado',
  facesOffWord: 'Desactivado',
  facesOffHint:
    'FACES=false: no se examina ninguna imagen ni se busca por imagen. Los vectores anteriores se eliminan.',
  facesLooked: 'Examinadas',
  facesWaiting: 'En espera',
  facesFailedPictures: 'Con error',
  facesProgress:
    '{done} de {total, plural, one {# imagen examinada} other {# imágenes examinadas}} en busca de rostros',
  facesCount: '{count, plural, one {# rostro encontrado} other {# rostros encontrados}}',
  facesModel: 'Modelo',
  facesThreshold: 'Rostros semejantes a partir de',
  facesErrors: 'Prueba publicada',
  facesErrorsSaid:
    '{pairs, plural, one {# par} other {# pares}}: {wrong} de personas distintas dados por semejantes, {missed} de una misma persona sin reconocer',
  facesSource: 'Publicado en',
  facesSearches: 'Búsquedas',
  facesSearchesSaid: '{count} por usuario y hora',
  facesPurpose: 'Motivo',
  facesPurposeAsked: 'debe indicarse antes de cada búsqueda',
  facesPurposeFree: 'no es obligatorio indicarlo',
  storage: 'Almacén de imágenes',
  storageHint: 'Las imágenes a las que ya no remite ningún perfil ocupan espacio hasta que se eliminan.',
  clearStorage: 'Eliminar imágenes sin uso',
  clearQuestion: '¿Seguro que desea eliminar las imágenes sin uso?',
  clearAction: 'Eliminarlas',
  clearKeep: 'Conservar las imágenes',
  clearLooking: 'Buscando las imágenes a las que no remite ningún perfil',
  clearFailed: 'No se pudo determinar qué se eliminaría',
  clearWould:
    '{count, plural, one {Se eliminaría # imagen} other {Se eliminarían # imágenes}} y se liberarían {bytes}.',
  clearFor: 'No se pueden recuperar, y sus rostros se van con ellas. Lo que usan los perfiles permanece.',
  clearNothing: 'Cada imagen pertenece a un perfil: no hay nada que eliminar.',
  cleared: '{count, plural, one {Se eliminó # imagen} other {Se eliminaron # imágenes}}; liberados {bytes}',
} satisfies Record<keyof typeof systemTexts, string>;
