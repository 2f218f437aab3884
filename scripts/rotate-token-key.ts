import '../packages/mains/src/rotate-token-key.ts';
