import { createContext, use, type ReactNode } from 'react';
import type { ApprovalKind } from '#shared/kernel/approval.ts';

export interface ApprovalSlotProps {
  kinds: readonly ApprovalKind[];
  /** Subject of the requests; without it all requests of these kinds. */
  subjectId?: string;
}

/** Renders the requests that wait for a second member. It calls the server, which only a feature can do. */
export const ApprovalContext = createContext<((props: ApprovalSlotProps) => ReactNode) | null>(null);

/** Shown next to the button of an action: its requests that wait for a second member, if the layout provides them. */
export function ApprovalSlot(props: ApprovalSlotProps) {
  return use(ApprovalContext)?.(props);
}

/**
 * Renders the order of a request by its id, with the request's details below its slip: a component of a feature below
 * that of the requests.
 */
export const ApprovalOrderContext = createContext<((id: string, details: ReactNode) => ReactNode) | null>(null);
