import type { paletteTexts } from '../palette-texts.ts';

export default {
  palettePlaceholder: 'Um ecrã, uma tarefa, um telefone ou uma ação',
  paletteEmpty: 'Nada corresponde',
  recent: 'Recentes',
  screens: 'Ecrãs',
  actions: 'Ações',
  searchPhone: 'Pesquisar o telefone {phone}',
  openProfile: 'Abrir o perfil de {phone}',
  searchName: 'Pesquisar o nome {name}',
  createJob: 'Criar uma tarefa a partir de um ficheiro',
  createJobByRange: 'Criar uma tarefa por intervalo',
  pauseJob: 'Pausar a tarefa {job}',
  playJob: 'Iniciar a tarefa {job}',
  jobPaused: 'A tarefa {job} está em pausa',
  jobPlayed: 'A tarefa {job} foi iniciada',
} satisfies Record<keyof typeof paletteTexts, string>;
