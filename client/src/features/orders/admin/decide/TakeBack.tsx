import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#client/lib/api/call.ts';
import { useStoredWrite } from '#client/lib/api/mutations.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { useIsMe } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { undoSeconds } from '#shared/orders/orders.lifecycle.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';
import { adminOrderQuery } from '../orders.admin.queries.ts';
import { TakeBackButton } from './TakeBackButton.tsx';

/**
 * Takes the own decision back while its mail waits; the seconds come from the server. Renders nothing without such a
 * decision.
 */
export function TakeBack({ orderId }: { orderId: string }) {
  const { t } = useTranslation('orders.admin');
  const isMe = useIsMe();
  const { data: order } = useQuery(adminOrderQuery(orderId, true));
  const now = useNow(true, 1_000);
  const undo = useStoredWrite(
    () => adminOrderQuery(orderId).queryKey,
    (version: number) => call('POST /api/admin/transactions/:id/undo', { params: { id: orderId }, body: { version } }),
    ...adminOrderRoutes,
    'GET /api/admin/transactions/:id/verdict',
    'GET /api/admin/payouts',
    'GET /api/admin/payouts/figures',
    'GET /api/admin/refunds',
  );
  if (undo.error) return <AdminProblem error={undo.error} title={t('takeBack.failed')} />;
  if (!order?.undo || !isMe(order.undo.by)) return null;
  const seconds = Math.min(undoSeconds, Math.ceil((Date.parse(order.undo.until) - now) / 1_000));
  if (seconds <= 0) return null;
  return (
    <Note
      action={
        <TakeBackButton
          until={Date.parse(order.undo.until)}
          busy={undo.isPending}
          onPress={() => undo.mutate(order.version)}
        />
      }
    >
      {t('takeBack.mail', { seconds })}
    </Note>
  );
}
