import { createContext, use, type ReactNode } from 'react';

export type ExportedList = 'transactions' | 'fees' | 'users' | 'kyc' | 'audit' | 'newsletter';

export interface ExportProps {
  list: ExportedList;
  /** The filters of the list as shown; `from` and `to` are the initial range. */
  filter: Readonly<Record<string, unknown>>;
  /** True while the list shows no row. */
  isEmpty?: boolean;
  /** The icon alone, in a narrow pane. */
  iconOnly?: boolean;
}

/** Renders the button. It asks for the password, which only a feature above the lists can do. */
export const ExportContext = createContext<((props: ExportProps) => ReactNode) | null>(null);

/** Renders the export button of a list, or nothing outside of the team's pages. */
export function ExportSlot(props: ExportProps) {
  return use(ExportContext)?.(props);
}
