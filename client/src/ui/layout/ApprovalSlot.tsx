import { createContext, use, type ReactNode } from 'react';
import type { ApprovalKind } from '#shared/kernel/approval.ts';

export interface ApprovalSlotProps {
  kinds: readonly ApprovalKind[];
  /** Subject of the requests; without it all requests of these kinds. */
  subjectId?: string;
}

/** Renders what waits for a second member. It asks the server, which only a feature can do. */
export const ApprovalContext = createContext<((props: ApprovalSlotProps) => ReactNode) | null>(null);

/** Shown next to the control of an action: its requests that wait for a second member, where the layout provides it. */
export function ApprovalSlot(props: ApprovalSlotProps) {
  return use(ApprovalContext)?.(props);
}

/** Renders the order that a request is about, by its id: a feature that comes after that of the requests. */
export const ApprovalOrderContext = createContext<((id: string) => ReactNode) | null>(null);
