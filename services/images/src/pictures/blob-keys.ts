/** Where a picture's bytes lie in the blob store. */
export const imageKey = (id: string): string => `images/${id}`;
export const thumbnailKey = (id: string): string => `thumbs/${id}`;

export const THUMBNAIL_TYPE = 'image/webp';
