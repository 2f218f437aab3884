import { apiError, calls } from '@numscope/contracts';
import { Admission, type OutboxRelay, route, senderOf } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { signInByProvider } from '../commands/sign-in-by-provider.ts';
import type { AuthContext } from '../deps.ts';
import { SignInCookies } from '../provider/sign-in-cookie.ts';

/** Signing in by the identity provider, where there is one. */
export async function addProviderRoutes(app: FastifyInstance, deps: AuthContext, relay: OutboxRelay): Promise<void> {
  const settings = deps.settings.provider;
  if (settings === null) {
    const refuse = async (): Promise<never> => {
      throw apiError('NOT_CONFIGURED', { message: 'There is no identity provider here (OIDC_ISSUER)' });
    };
    route(app, calls.startProviderSignIn, refuse);
    route(app, calls.finishProviderSignIn, refuse);
    return;
  }
  // What speaks with a provider takes 8 MB of memory.
  const { OpenIdProvider } = await import('../provider/open-id-provider.ts');
  const { clock, log } = deps.kit;
  const provider = new OpenIdProvider(settings, log);
  const cookies = new SignInCookies(settings.clientSecret, settings.redirectUri.startsWith('https:'));
  const admission = new Admission();
  const withProvider = { ...deps, settings: { ...deps.settings, provider: settings } };

  route(app, calls.startProviderSignIn, ({ request, reply }) =>
    admission.pass(senderOf(request.ip), async () => {
      const { url, begun } = await provider.begin();
      void reply.header('set-cookie', cookies.set(begun, clock.now()));
      return { url };
    }),
  );

  route(app, calls.finishProviderSignIn, ({ body, request, reply, requestId, audit }) =>
    admission.pass(senderOf(request.ip), async () => {
      const begun = cookies.read(request.headers.cookie, clock.now());
      // Whatever becomes of it, this sign-in is over.
      void reply.header('set-cookie', cookies.gone);
      const caller = { address: request.ip, agent: request.headers['user-agent'] ?? '', requestId, audit };
      return { accessToken: await relay.after(signInByProvider(body, begun, caller, provider, withProvider)) };
    }),
  );
}
