import { forgetPath, landingPath, navigate, rememberedPath, startSession } from '@numscope/ui';

/** Takes a fresh token, and goes back to the remembered page that fits the role. */
export function enter(accessToken: string): void {
  const session = startSession(accessToken);
  const path = landingPath(session, rememberedPath());
  forgetPath();
  navigate(path, { replace: true });
}
