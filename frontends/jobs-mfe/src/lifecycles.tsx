import { createRemote } from '@numscope/ui';
import { Root } from './root.tsx';
import { texts } from './texts/texts.ts';

export const { bootstrap, mount, unmount } = createRemote('Jobs', Root, texts.load);
