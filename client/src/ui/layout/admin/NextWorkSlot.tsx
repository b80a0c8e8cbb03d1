import { createContext, use, type ReactNode } from 'react';

/** Renders the link to other work that waits. It counts that work, which only the features of it can do. */
export const NextWorkContext = createContext<(() => ReactNode) | null>(null);

/** The link to the next work of a member whose list is empty, if the layout provides it and some waits. */
export function NextWorkSlot() {
  return use(NextWorkContext)?.();
}
