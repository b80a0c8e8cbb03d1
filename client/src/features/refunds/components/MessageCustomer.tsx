import { useTranslation } from 'react-i18next';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { ButtonLink, type ButtonVariant } from '#client/ui/form/Button.tsx';

interface MessageCustomerProps {
  userId: string;
  userName: string;
  /** The order that the chat is opened about; null for coins that belong to none. */
  orderId: string | null;
  variant?: ButtonVariant | undefined;
  /** True in a row that shows the name: it is left to screen readers here. */
  short?: boolean;
}

/** A check for a customer whom this member may write to in the chat. */
export function useMayMessage(): (userId: string) => boolean {
  const mayAnswer = useMay()('chat.answer');
  const isMe = useIsMe();
  return (userId) => mayAnswer && !isMe(userId);
}

/** A link to the chat with the customer whose answer is awaited. */
export function MessageCustomer({ userId, userName, orderId, variant, short = false }: MessageCustomerProps) {
  const { t } = useTranslation('admin.common');
  const orderParam = orderId === null ? '' : `&order=${orderId}`;
  const name = t('messageTo', { name: userName });
  return (
    <ButtonLink
      text={short ? t('message') : name}
      aria-label={name}
      title={short ? name : undefined}
      size="small"
      variant={variant}
      to={`/admin/agent-chat?user=${userId}${orderParam}`}
    />
  );
}
