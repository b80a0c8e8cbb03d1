import { createContext } from 'react';

/** A screen calls it once it is hydrated. */
export const ScreenHydratedContext = createContext<() => void>(() => undefined);
