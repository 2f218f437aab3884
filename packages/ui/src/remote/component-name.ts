import { createContext } from 'react';

/** The name that a person reads where a part of it crashed or could not be loaded. */
export const ComponentName = createContext('Numscope');
