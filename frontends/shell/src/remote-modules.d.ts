declare module '*/lifecycles' {
  import type { LifeCycles } from 'single-spa';
  export const bootstrap: LifeCycles['bootstrap'];
  export const mount: LifeCycles['mount'];
  export const unmount: LifeCycles['unmount'];
}
