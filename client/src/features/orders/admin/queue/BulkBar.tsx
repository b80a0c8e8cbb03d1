import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMembers } from '#client/features/users/users.members.queries.ts';
import { call } from '#client/lib/api/call.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { adminOrderRoutes } from '../../orders.queries.ts';
import { RefusalDialog } from '../decide/RefusalDialog.tsx';
import type { AdminOrder } from '../orders.admin.queries.ts';

type Failure = { reference: string; error: unknown };

/** Sends one call per order, one after the other, so that the server checks each alone; refused orders are named. */
function useForEach(orders: readonly AdminOrder[], onDone: () => void) {
  const { t } = useTranslation('orders.admin');
  const client = useQueryClient();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const mutation = useMutation({
    mutationFn: async (write: (order: AdminOrder) => Promise<unknown>) => {
      const newFailures: Failure[] = [];
      for (const order of orders)
        await write(order).catch((error: unknown) => newFailures.push({ reference: order.reference, error }));
      // Decided orders leave the list while the calls run: the number is that of the calls.
      return { failed: newFailures, doneCount: orders.length - newFailures.length };
    },
    onSuccess: ({ failed, doneCount }) => {
      setFailures(failed);
      toast({ title: t('table.done', { number: doneCount }) });
      onDone();
    },
    onSettled: () => invalidateRoutes(client, ...adminOrderRoutes),
  });
  return { ...mutation, failures };
}

/** Actions on all chosen orders: take them, or refuse them for one reason. */
export function BulkBar({ orders, onDone }: { orders: readonly AdminOrder[]; onDone: () => void }) {
  const { t } = useTranslation('orders.admin');
  const may = useMay();
  const ownId = useMembers().find(({ isMe }) => isMe)?.id;
  const problemText = useProblemText();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, failures } = useForEach(orders, () => {
    setAsking(false);
    onDone();
  });
  const take = ({ id }: AdminOrder) =>
    call('PUT /api/admin/transactions/:id/assignee', { params: { id }, body: { userId: ownId ?? null } });
  const reject =
    (adminNotes: string) =>
    ({ id, version }: AdminOrder) =>
      call('PUT /api/admin/transactions/:id/status', {
        params: { id },
        body: { status: 'rejected', adminNotes, version },
      });
  return (
    <>
      {orders.length > 0 && (
        <fieldset className="flex flex-wrap items-center gap-2 rounded-control bg-tide-soft px-3 py-1.5 text-sm">
          <span className="me-auto">{t('table.chosen', { number: orders.length })}</span>
          {may('notes.write') && ownId && (
            <Button text={t('table.take')} size="small" busy={isPending} onClick={() => mutate(take)} />
          )}
          {may('orders.decide') && (
            <Button text={t('reject')} size="small" variant="danger" onClick={() => setAsking(true)} />
          )}
        </fieldset>
      )}
      {failures.map(({ reference, error }) => (
        <Note key={reference} tone="warning" announce>
          {t('table.notDone', { reference, problem: problemText(error) })}
        </Note>
      ))}
      {isAsking && (
        <RefusalDialog
          title={t('table.rejectTitle')}
          subtitle={t('table.chosen', { number: orders.length })}
          confirm={t('table.rejectTitle')}
          by={{ isPending, error: null }}
          failed={t('failed.reject')}
          templates={['nothing', 'amount', 'late', 'blurred', 'name']}
          onRefuse={(reason) => mutate(reject(reason))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
