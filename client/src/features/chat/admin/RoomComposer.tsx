import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { IconButton } from '#client/ui/form/Button.tsx';
import { attachedOrderQuery, sendAgentFile } from '../chat.admin.queries.ts';
import { AboutOrder } from '../components/AboutOrder.tsx';
import { AttachButton } from '../components/AttachButton.tsx';
import { Composer } from '../components/Composer.tsx';
import { useUploads } from '../useUploads.ts';
import { useReplyMenu } from './ReplyMenu.tsx';
import type { useAgentRoom } from './useAgentRoom.ts';
import { useReadyReplies } from './useReadyReplies.ts';

const OfferDialog = lazy(async () => ({
  default: (await import('#client/features/offers/components/OfferDialog.tsx')).OfferDialog,
}));
const Uploads = lazy(async () => ({ default: (await import('../components/Uploads.tsx')).Uploads }));

interface RoomComposerProps {
  roomId: string;
  agentRoom: ReturnType<typeof useAgentRoom>;
  /** The order that the next message is about. */
  orderId: string | undefined;
  /** The message was sent, or is about no order. */
  onOrderDone: () => void;
}

/** The message field of an agent, with ready replies, files and the order that the message is about. */
export function RoomComposer({ roomId, agentRoom, orderId, onOrderDone }: RoomComposerProps) {
  const { t } = useTranslation(['chat.admin', 'chat', 'offers.admin']);
  const userId = agentRoom.room?.userId;
  const mayOffer = useMay()('offers.write');
  const [isOffering, setOffering] = useState(false);
  const help = useReplyMenu(useReadyReplies(agentRoom.room?.userId ?? null));
  const { data } = useQuery({ ...attachedOrderQuery(orderId ?? ''), enabled: orderId !== undefined });
  const order = orderId === undefined || !data ? null : { id: data.id, reference: data.reference };
  const files = useUploads(roomId);
  // A visitor has no account to open a file with.
  const mayAttach = Boolean(userId);
  const tools = (
    <>
      {mayAttach && (
        <AttachButton
          onChoose={(option) => {
            files.add(option, order);
            onOrderDone();
          }}
        />
      )}
      {userId && mayOffer && (
        <IconButton label={t('offers.admin:make')} onClick={() => setOffering(true)}>
          <HandCoins className="size-5" />
        </IconButton>
      )}
    </>
  );
  return (
    <>
      {files.uploads.length > 0 && (
        <Suspense>
          <Uploads
            uploads={files.uploads}
            send={sendAgentFile(roomId)}
            onStored={agentRoom.add}
            onRemove={files.remove}
          />
        </Suspense>
      )}
      {order && <AboutOrder reference={order.reference} onRemove={onOrderDone} />}
      <Composer
        draftKey={roomId}
        onSend={(text) => {
          agentRoom.post(text, { order });
          onOrderDone();
        }}
        onType={agentRoom.sendTyping}
        label={t('chat.admin:reply')}
        help={{ ...help, above: (writing) => <AboveField tools={tools}>{help.above(writing)}</AboveField> }}
      />
      {userId && !mayOffer && <p className="text-xs text-muted">{t('offers.admin:whoCan')}</p>}
      {userId && isOffering && (
        <Suspense>
          <OfferDialog
            draft={{ userId }}
            onMade={({ text }) => {
              setOffering(false);
              if (text !== null) agentRoom.post(text);
            }}
            onClose={() => setOffering(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The buttons for files and offers are next to the ready replies: on a narrow screen the field has the whole width. */
function AboveField({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <span className="flex shrink-0">{tools}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
