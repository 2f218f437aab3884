import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Eraser } from '../commands/erase-number.ts';

/** What people may ask of those who keep data about them. */
export function privacyRoutes(app: FastifyInstance, eraser: Eraser): void {
  route(app, calls.erasePhone, ({ body: { phone, purpose }, userName, audit }) =>
    eraser.erase({ phone, purpose, by: userName, audit: audit.take() }),
  );
}
