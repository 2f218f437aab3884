import type { RuleSetRule } from '@rspack/core';

/** How TypeScript is taken in. */
export const scripts = (dev: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: dev } },
      target: 'es2022',
    },
  },
  type: 'javascript/auto',
});
