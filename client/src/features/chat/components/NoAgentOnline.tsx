import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerRoom } from '../useCustomerRoom.ts';

const LeaveEmail = lazy(async () => ({ default: (await import('./LeaveEmail.tsx')).LeaveEmail }));

interface NoAgentOnlineProps {
  room: CustomerRoom;
  /** Somebody asked for a person, whoever is there; with the address that is known of them. */
  asked?: { email: string } | undefined;
  onSubmit: (email: string) => Promise<void>;
}

/** Where the answer goes: to an address that is asked for, or to the one known when nobody of the team is there. */
export function NoAgentOnline({ room, asked, onSubmit }: NoAgentOnlineProps) {
  const { t } = useTranslation('chat');
  if (asked || room.wantsEmail)
    return (
      <Suspense>
        <LeaveEmail {...(asked ? { email: asked.email } : { reason: t('nobody') })} onSubmit={onSubmit} />
      </Suspense>
    );
  if (room.mailedTo === null) return null;
  return <p className="text-sm text-muted">{t('nobodyMailed', { email: room.mailedTo })}</p>;
}
