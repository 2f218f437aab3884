import type { systemTexts } from '../system-texts.ts';

/** Texts of faces and the picture store on the system's screen in Portuguese. */
export default {
  faces: 'Rostos',
  facesFailed: 'Não foi possível carregar o estado dos rostos',
  facesOn: 'Ativado',
  facesOffWord: 'Desativado',
  facesOffHint:
    'FACES=false: nenhuma imagem é examinada nem há pesquisa por imagem. Os vetores anteriores são eliminados.',
  facesLooked: 'Examinadas',
  facesWaiting: 'Em espera',
  facesFailedPictures: 'Com erro',
  facesProgress: 'Rostos procurados em {done} de {total, plural, one {# imagem} other {# imagens}}',
  facesCount: '{count, plural, one {# rosto encontrado} other {# rostos encontrados}}',
  facesModel: 'Modelo',
  facesThreshold: 'Rostos semelhantes a partir de',
  facesErrors: 'Teste publicado',
  facesErrorsSaid:
    '{pairs, plural, one {# par} other {# pares}}: {wrong} de pessoas diferentes dados por semelhantes, {missed} da mesma pessoa não reconhecidos',
  facesSource: 'Publicado em',
  facesSearches: 'Pesquisas',
  facesSearchesSaid: '{count} por utilizador e hora',
  facesPurpose: 'Motivo',
  facesPurposeAsked: 'tem de ser indicado antes de cada pesquisa',
  facesPurposeFree: 'não é obrigatório indicá-lo',
  storage: 'Armazenamento de imagens',
  storageHint: 'As imagens a que já nenhum perfil se refere ocupam espaço até serem eliminadas.',
  clearStorage: 'Eliminar imagens sem uso',
  clearQuestion: 'Tem a certeza de que quer eliminar as imagens sem uso?',
  clearAction: 'Eliminar',
  clearKeep: 'Manter as imagens',
  clearLooking: 'A procurar as imagens a que nenhum perfil se refere',
  clearFailed: 'Não foi possível determinar o que seria eliminado',
  clearWould:
    '{count, plural, one {Seria eliminada # imagem} other {Seriam eliminadas # imagens}}, libertando {bytes}.',
  clearFor: 'Não podem ser recuperadas, e os seus rostos vão com elas. O que os perfis usam mantém-se.',
  clearNothing: 'Cada imagem pertence a um perfil: não há nada a eliminar.',
  cleared: '{count, plural, one {# imagem eliminada} other {# imagens eliminadas}}, {bytes} libertados',
} satisfies Record<keyof typeof systemTexts, string>;
