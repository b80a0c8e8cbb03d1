import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpTopic } from '#client/lib/browser/help-events.ts';
import { sendFile } from '../chat.queries.ts';
import type { CustomerRoom } from '../useCustomerRoom.ts';
import { useUploads } from '../useUploads.ts';
import { AboutOrder } from './AboutOrder.tsx';
import { AttachButton } from './AttachButton.tsx';
import { Composer } from './Composer.tsx';

const Uploads = lazy(async () => ({ default: (await import('./Uploads.tsx')).Uploads }));

interface SupportComposerProps {
  room: CustomerRoom;
  isSignedIn: boolean;
  /** What the next message is about. */
  order: HelpTopic | undefined;
  onOrderUsed: () => void;
  onSend: (text: string) => void;
}

/** Where a customer writes, with files and the order it is about; a visitor has no account that files could belong to. */
export function SupportComposer({ room, isSignedIn, order, onOrderUsed, onSend }: SupportComposerProps) {
  const { t } = useTranslation('chat');
  const { uploads, add, remove } = useUploads(room.unsentKey);
  const attach = (files: readonly File[]) => {
    add(files, order ?? null);
    onOrderUsed();
  };
  return (
    <div className="flex w-full flex-col gap-2">
      {uploads.length > 0 && (
        <Suspense>
          <Uploads uploads={uploads} send={sendFile(room.unsentKey)} onStored={room.addStored} onRemove={remove} />
        </Suspense>
      )}
      {order && <AboutOrder reference={order.reference} onRemove={onOrderUsed} />}
      <Composer
        draftKey={`chat:${room.unsentKey}`}
        onSend={onSend}
        onType={room.sendTyping}
        tools={isSignedIn && <AttachButton onChoose={attach} />}
      />
      <p className="text-xs text-muted">
        {t('never')} {!isSignedIn && t('filesNeedAccount')}
      </p>
    </div>
  );
}
