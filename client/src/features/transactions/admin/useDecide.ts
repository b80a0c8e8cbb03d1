import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deskKey, deskOrderQuery, sendQuick, sendReview, type DeskOrder, type SentDecision } from './review.api.ts';
import type { Draft } from './requirements.ts';

export type Deed = 'start' | 'approve' | 'reject';

/** How a decision ended, told even when the desk has gone on to another order meanwhile. */
export interface Told {
  order: Pick<DeskOrder, 'id' | 'reference'>;
  deed: Deed;
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
export function useDecide(order: DeskOrder, door: 'review' | 'quick', tell: (told: Told) => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: ({ sent }: { deed: Deed; draft: Draft; sent: SentDecision }) =>
      (door === 'quick' ? sendQuick : sendReview)(sent),
    onSuccess: (details, { deed }) => {
      client.setQueryData(deskOrderQuery(order.id).queryKey, details);
      tell({ order, deed, ok: true });
    },
    onError: (error, { deed }) => {
      if (!isAbort(error)) tell({ order, deed, ok: false });
    },
    onSettled: () => {
      setProgress(undefined);
      return client.invalidateQueries({ queryKey: deskKey });
    },
  });

  const send = (deed: Deed, draft: Draft) => {
    if (mutation.isPending) return;
    const { finalId, notes, files } = draft;
    const decision = {
      status: statuses[door][deed],
      adminNotes: notes.trim() || undefined,
      adminTransactionId: finalId.trim() || undefined,
      version: order.version,
    };
    abort.current = new AbortController();
    const { signal } = abort.current;
    if (files.length > 0) setProgress(0);
    const idempotencyKey = keyOf(order.id, decision, files);
    mutation.mutate({
      deed,
      draft,
      sent: { id: order.id, decision, files, idempotencyKey, signal, onProgress: setProgress },
    });
  };
  const wasCancelled = isAbort(mutation.error);
  return {
    send,
    cancel: () => abort.current?.abort(),
    reset: mutation.reset,
    deed: mutation.variables?.deed,
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
