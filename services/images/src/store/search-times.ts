/** When a user's counted searches were, as `face_searcher` keeps them: oldest first. */
export const timesOf = (text: string): number[] => (JSON.parse(text) as unknown[]).map(Number);
