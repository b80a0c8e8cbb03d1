import { createContext } from 'react';

/** Called once the first screen is hydrated. */
export const ScreenHydratedContext = createContext<() => void>(() => undefined);
