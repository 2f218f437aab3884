import '../packages/mains/src/make-engine-keys.ts';
