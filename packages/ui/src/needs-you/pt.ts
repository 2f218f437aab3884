import type { english } from './en.ts';

/** Texts of what needs an administrator in Portuguese. */
export default {
  needsYou: 'Precisa de si',
  needsUnknown: 'Não foi possível carregar o que requer a sua atenção.',
  needsSource:
    'Ainda não há nenhuma fonte ligada: de um número só se conhecem o país e a rede. Para experimentar antes com pessoas inventadas, inicie o Numscope com SANDBOX=true.',
  needsBind: 'Ligar uma fonte',
  needsRefused: '{source} recusa-nos e já não é consultada',
  needsUnusable: '{source} está em pausa porque as suas respostas não podiam ser usadas',
  needsLook: 'Ver {source}',
  needsQuota: '{source} esgotou a sua quota. O que lhe será perguntado espera até {time}',
  needsGoOn: 'Continuar sem {source}',
  needsFailed: '{count, plural, one {# número} other {# números}} da tarefa {job}: consulta falhada',
  needsRetry: 'Repetir na tarefa {job}',
  needsOtherFailed:
    'Em mais {jobs, plural, one {# tarefa} other {# tarefas}}: {count, plural, one {# número falhado} other {# números falhados}}',
  needsDisk: 'Só há {free} livres de {total} no disco',
  needsRoom: 'Libertar espaço',
  needsMore: 'e mais {count}',
  needsUnheard: 'Nem todas as partes da instalação responderam; pode haver mais.',
} satisfies Record<keyof typeof english, string>;
