import { defineTexts } from '@numscope/ui';
import { auditSentenceTexts } from './audit-sentence-texts.ts';
import { auditTexts } from './audit-texts.ts';
import { keyTexts } from './key-texts.ts';
import { ownPasswordTexts } from './own-password-texts.ts';
import { privacyTexts } from './privacy-texts.ts';
import { secondFactorTexts } from './second-factor-texts.ts';
import { sessionTexts } from './session-texts.ts';
import { sourceTexts } from './source-texts.ts';
import { sourceEditorTexts } from './source-editor-texts.ts';
import { systemTexts } from './system-texts.ts';
import { userTexts } from './user-texts.ts';
import { webhookTexts } from './webhook-texts.ts';

/** The texts of this remote. */
export const texts = defineTexts(
  {
    ...auditTexts,
    ...auditSentenceTexts,
    ...userTexts,
    ...keyTexts,
    ...sessionTexts,
    ...secondFactorTexts,
    ...ownPasswordTexts,
    ...sourceTexts,
    ...sourceEditorTexts,
    ...systemTexts,
    ...privacyTexts,
    ...webhookTexts,
  },
  {
    ru: () => import('./ru/texts.ts'),
    uz: () => import('./uz/texts.ts'),
    es: () => import('./es/texts.ts'),
    fr: () => import('./fr/texts.ts'),
    pt: () => import('./pt/texts.ts'),
  },
);
