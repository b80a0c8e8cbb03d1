import { createContext, use, type ReactNode } from 'react';

export type ExportedList = 'transactions' | 'fees' | 'users' | 'kyc' | 'audit' | 'newsletter';

export interface ExportProps {
  list: ExportedList;
  /** The filters of the list as it is shown; `from` and `to` are where the range begins. */
  filter: Readonly<Record<string, unknown>>;
  /** The icon alone, in a narrow pane. */
  iconOnly?: boolean;
}

/** Renders the button. It asks for the password, which only a feature below the lists can do. */
export const ExportContext = createContext<((props: ExportProps) => ReactNode) | null>(null);

export function ExportSlot(props: ExportProps) {
  return use(ExportContext)?.(props);
}
