import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { CustomerRoom } from '../useCustomerRoom.ts';

const LeaveEmail = lazy(async () => ({ default: (await import('./LeaveEmail.tsx')).LeaveEmail }));

interface NoAgentOnlineProps {
  room: CustomerRoom;
  /** True if a visitor asked for an agent, online or not. */
  isAsked?: boolean;
  onSubmit: (email: string) => Promise<unknown>;
}

/** Asks for the email address of the answer while no agent is online, or shows the known one. */
export function NoAgentOnline({ room, isAsked = false, onSubmit }: NoAgentOnlineProps) {
  const { t } = useTranslation('chat');
  if (isAsked || room.wantsEmail)
    return (
      <Suspense>
        <LeaveEmail reason={isAsked ? undefined : t('noAgent')} onSubmit={onSubmit} />
      </Suspense>
    );
  if (room.mailedTo === null) return null;
  return <p className="text-sm text-muted">{t('noAgentMailed', { email: shownEmail(room.mailedTo) })}</p>;
}
