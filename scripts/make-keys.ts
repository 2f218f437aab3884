import '../packages/mains/src/make-keys.ts';
