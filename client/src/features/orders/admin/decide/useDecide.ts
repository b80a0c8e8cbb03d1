import { useQueryClient } from '@tanstack/react-query';
import { hasCode } from '#client/lib/api/call.ts';
import { rereadAfter } from '#client/lib/api/mutations.ts';
import { isAbort, useUpload } from '#client/lib/api/useUpload.ts';
import { useIsMe } from '#client/lib/session/permissions.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';
import {
  adminOrderQuery,
  sendQuick,
  sendReview,
  type AdminOrder,
  type OpenOrder,
  type SentDecision,
} from '../orders.admin.queries.ts';
import type { Draft } from './orders.requirements.ts';

export type DecisionAction = 'start' | 'approve' | 'reject';

/** Reports how a decision ended, even if the administrator has moved on to another order. */
export interface DecisionResult {
  order: Pick<AdminOrder, 'id' | 'reference'>;
  /** `payout`: approved, to be paid in a batch. */
  action: DecisionAction | 'payout';
  ok: boolean;
}

interface Sent {
  action: DecisionAction;
  draft: Draft;
  sendBack: string | undefined;
}

const statuses = {
  review: { start: 'processing', approve: 'completed', reject: 'rejected' },
  // The row refuses with "could not be carried out"; the panel with "refused".
  quick: { start: 'processing', approve: 'completed', reject: 'failed' },
} as const;

/** True if this member opened the order for its customer, and therefore may not approve it. */
export function useNeedsOther({ openedBy }: Pick<OpenOrder, 'openedBy'>): boolean {
  const isMe = useIsMe();
  return openedBy !== null && !openedBy.mayApprove && isMe(openedBy.id);
}

/** Decides about one order. Not optimistic: nothing is shown as done before the server responds. */
export function useDecide(
  order: AdminOrder,
  endpoint: 'review' | 'quick',
  onDecided: (lastDecision: DecisionResult) => void,
) {
  const client = useQueryClient();
  const upload = useUpload({
    prepare: ({ action, draft, sendBack }: Sent): SentDecision => ({
      id: order.id,
      decision: {
        status: statuses[endpoint][action],
        adminNotes: draft.adminNotes.trim() || undefined,
        adminTransactionId: draft.adminTransactionId.trim() || undefined,
        reason: draft.reason.trim() || undefined,
        version: order.version,
        sendBack,
      },
      files: draft.payoutFiles,
    }),
    send: endpoint === 'quick' ? sendQuick : sendReview,
    // The administrator may leave the order and come back to try again.
    attemptName: `order ${order.id}`,
    onSuccess: (details, { action }) => {
      client.setQueryData(adminOrderQuery(order.id).queryKey, details);
      onDecided({ order, action, ok: true });
    },
    onError: (error, { action }) => {
      if (!isAbort(error) && !hasCode(error, 'approval_pending')) onDecided({ order, action, ok: false });
    },
    // The server asked the node once more: the verdict may have changed.
    onSettled: rereadAfter(client, ...adminOrderRoutes, 'GET /api/admin/transactions/:id/verdict'),
  });
  const { input } = upload;
  return {
    /** `sendBack`: the amount of the arrived coins that a rejection sends back. */
    send: (action: DecisionAction, draft: Draft, sendBack?: string) => upload.send({ action, draft, sendBack }),
    cancel: upload.cancel,
    reset: upload.reset,
    action: input?.action,
    isPending: upload.isPending,
    /** True if the last attempt succeeded. */
    isDone: upload.isDone,
    /** Share of the files sent so far. */
    progress: input && input.draft.payoutFiles.length > 0 ? upload.progress : undefined,
    wasCancelled: upload.wasCancelled,
    error: upload.error,
  };
}

export type Decide = ReturnType<typeof useDecide>;
