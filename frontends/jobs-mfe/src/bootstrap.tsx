import '@numscope/ui/styles/first.ts';
import '@numscope/ui/styles/console.ts';
import { runAlone } from '@numscope/ui';
import * as lifecycles from './lifecycles.tsx';

await runAlone('jobs_mfe', lifecycles);
