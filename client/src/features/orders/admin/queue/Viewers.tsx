import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '#client/lib/format/list.ts';
import { openChannel } from '#client/lib/realtime/realtime.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { OrderSocketEvent } from '#shared/orders/orders.socket.ts';

type Viewers = Extract<OrderSocketEvent, { type: 'order_viewers' }>['viewers'];

/** Shows which colleagues have the same order open, and notifies them that it is open here. */
export function Viewers({ orderId }: { orderId: string }) {
  const { t } = useTranslation('users.handling');
  const viewers = useViewers(orderId);
  if (viewers.length === 0) return null;
  return (
    <Note tone="warning" announce>
      {t('alsoOpen', { names: formatList(viewers.map(({ name }) => name)) })}
    </Note>
  );
}

function useViewers(orderId: string): Viewers {
  const [viewers, setViewers] = useState<Viewers>([]);
  useEffect(() => {
    const channel = openChannel({
      onState: () => undefined,
      onReady: () => void channel.send({ type: 'order_opened', id: orderId }),
      onMessage: (message) => {
        const event = message as OrderSocketEvent;
        if (event.type === 'order_viewers' && event.id === orderId) setViewers(event.viewers);
      },
    });
    return () => {
      channel.send({ type: 'order_opened', id: null });
      channel.close();
      setViewers([]);
    };
  }, [orderId]);
  return viewers;
}
