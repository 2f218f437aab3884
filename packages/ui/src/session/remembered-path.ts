import { storageKeys } from './storage-keys.ts';

/** The last visited path of this tab, to return to after the login. */
export const rememberPath = (path: string): void => sessionStorage.setItem(storageKeys.redirectPath, path);
export const rememberedPath = (): string | null => sessionStorage.getItem(storageKeys.redirectPath);
export const forgetPath = (): void => sessionStorage.removeItem(storageKeys.redirectPath);
