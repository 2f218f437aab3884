/** Where a picture's bytes lie in the blob store. */
export const imageKey = (id: string): string => `images/${id}`;
export const thumbnailKey = (id: string): string => `thumbs/${id}`;

/** The picture whose bytes or small version have this key. */
export const pictureOfKey = (key: string): string => key.slice(key.indexOf('/') + 1);

export const THUMBNAIL_TYPE = 'image/webp';
