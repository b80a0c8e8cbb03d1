import { createContext, use, type ReactNode } from 'react';

export interface NoteSlotProps {
  subject: { kind: 'order' | 'user' | 'room'; id: string };
  mayWrite: boolean;
}

/** Renders the team's notes. It calls the server, which only a feature can do. */
export const NoteContext = createContext<((props: NoteSlotProps) => ReactNode) | null>(null);

/** The team's notes on a subject, if the layout provides them. */
export function NoteSlot(props: NoteSlotProps) {
  return use(NoteContext)?.(props);
}
