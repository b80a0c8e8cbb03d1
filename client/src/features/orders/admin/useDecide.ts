import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { adminOrderRoutes } from '../orders.queries.ts';
import { adminOrderQuery, sendQuick, sendReview, type AdminOrder, type SentDecision } from './orders.admin.queries.ts';
import type { Draft } from './orders.requirements.ts';

export type DecisionAction = 'start' | 'approve' | 'reject';

/** How a decision ended, told even when the desk has gone on to another order meanwhile. */
export interface DecisionResult {
  order: Pick<AdminOrder, 'id' | 'reference'>;
  action: DecisionAction;
  ok: boolean;
}

const statuses = {
  review: { start: 'processing', approve: 'completed', reject: 'rejected' },
  // The row's refusal says "could not be carried out"; the panel's says "refused".
  quick: { start: 'processing', approve: 'completed', reject: 'failed' },
} as const;

// One key for one set of words and bytes, kept when the desk leaves the order and comes back to try again.
const attempts = new Map<string, { of: string; key: string }>();

function keyOf(id: string, sent: unknown, files: readonly File[]): string {
  const of = JSON.stringify([sent, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
  const last = attempts.get(id);
  const key = last?.of === of ? last.key : crypto.randomUUID();
  attempts.set(id, { of, key });
  return key;
}

/** Decides about one order. Nothing is shown as done before the server says so. */
export function useDecide(
  order: AdminOrder,
  endpoint: 'review' | 'quick',
  onDecided: (lastDecision: DecisionResult) => void,
) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: ({ sent }: { action: DecisionAction; draft: Draft; sent: SentDecision }) =>
      (endpoint === 'quick' ? sendQuick : sendReview)(sent),
    onSuccess: (details, { action }) => {
      client.setQueryData(adminOrderQuery(order.id).queryKey, details);
      onDecided({ order, action, ok: true });
    },
    onError: (error, { action }) => {
      if (!isAbort(error)) onDecided({ order, action, ok: false });
    },
    onSettled: () => {
      setProgress(undefined);
      return invalidateRoutes(client, ...adminOrderRoutes);
    },
  });

  const send = (action: DecisionAction, draft: Draft) => {
    if (mutation.isPending) return;
    const { finalId, notes, files } = draft;
    const decision = {
      status: statuses[endpoint][action],
      adminNotes: notes.trim() || undefined,
      adminTransactionId: finalId.trim() || undefined,
      version: order.version,
    };
    abort.current = new AbortController();
    const { signal } = abort.current;
    if (files.length > 0) setProgress(0);
    const idempotencyKey = keyOf(order.id, decision, files);
    mutation.mutate({
      action,
      draft,
      sent: { id: order.id, decision, files, idempotencyKey, signal, onProgress: setProgress },
    });
  };
  const wasCancelled = isAbort(mutation.error);
  return {
    send,
    cancel: () => abort.current?.abort(),
    reset: mutation.reset,
    action: mutation.variables?.action,
    /** What the last attempt carried: a field's refusal goes once the field has been touched. */
    sentDraft: mutation.variables?.draft,
    isPending: mutation.isPending,
    /** Share of the files sent, while they are sent. */
    progress,
    wasCancelled,
    error: wasCancelled ? null : mutation.error,
  };
}

export type Decide = ReturnType<typeof useDecide>;

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
