export * from './authed.ts';
export * from './builders.ts';
export * from './engines.ts';
export * from './recording-bus.ts';
export * from './stub-client.ts';
export * from './temp-dir.ts';
export * from './test-clock.ts';
export * from './test-kit.ts';
