import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerRoom } from '../useCustomerRoom.ts';

const LeaveEmail = lazy(async () => ({ default: (await import('./LeaveEmail.tsx')).LeaveEmail }));

interface NoAgentOnlineProps {
  room: CustomerRoom;
  /** Set when the user asked for an agent, online or not; with the known address. */
  asked?: { email: string } | undefined;
  onSubmit: (email: string) => Promise<void>;
}

/** Where the answer goes: to an address the user enters, or to the known one when no agent is online. */
export function NoAgentOnline({ room, asked, onSubmit }: NoAgentOnlineProps) {
  const { t } = useTranslation('chat');
  if (asked || room.wantsEmail)
    return (
      <Suspense>
        <LeaveEmail {...(asked ? { email: asked.email } : { reason: t('noAgent') })} onSubmit={onSubmit} />
      </Suspense>
    );
  if (room.mailedTo === null) return null;
  return <p className="text-sm text-muted">{t('noAgentMailed', { email: room.mailedTo })}</p>;
}
