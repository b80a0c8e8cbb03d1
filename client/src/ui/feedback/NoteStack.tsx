import type { ReactNode } from 'react';

/** Notices one below the other as one box: several of them are read as one list, each with its own button. */
export const NoteStack = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col -space-y-px *:not-first:rounded-t-none! *:not-last:rounded-b-none! empty:hidden">
    {children}
  </div>
);
