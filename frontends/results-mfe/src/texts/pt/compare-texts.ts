import type { compareTexts } from '../compare-texts.ts';

export default {
  compare: 'Comparar',
  compareHint: 'Selecione de dois a quatro perfis para os comparar',
  compareTitle: '{count} perfis comparados',
  compareDifferences: 'Só diferenças',
  compareField: 'Campo',
  compareSame: 'Não há diferenças',
  compareShared: 'em comum',
  compareLeaveOut: 'Retirar {phone}',
} satisfies Record<keyof typeof compareTexts, string>;
