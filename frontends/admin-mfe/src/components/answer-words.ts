/** The texts of what a source answered when it was tried. */
export const answerWords = { FOUND: 'testFound', NOT_FOUND: 'testNothing', FAILED: 'testFailed' } as const;
