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
  /** Its text where the chat is the next step of the row, such as "Ask the customer". */
  text?: string;
}

/** A check for a customer whom this member may write to in the chat. */
export function useMayMessage(): (userId: string) => boolean {
  const mayAnswer = useMay()('chat.answer');
  const isMe = useIsMe();
  return (userId) => mayAnswer && !isMe(userId);
}

/** The chat with a customer, about an order if one is named. */
export const chatPath = (userId: string, orderId: string | null): string =>
  `/admin/agent-chat?user=${userId}${orderId === null ? '' : `&order=${orderId}`}`;

/** A link to the chat with the customer whose answer is awaited. */
export function MessageCustomer(props: MessageCustomerProps) {
  const { userId, userName, orderId, variant, short = false, text } = props;
  const { t } = useTranslation('admin.common');
  const name = t('messageTo', { name: userName });
  return (
    <ButtonLink
      text={text ?? (short ? t('message') : name)}
      aria-label={text === undefined ? name : `${text}: ${userName}`}
      title={short || text !== undefined ? name : undefined}
      size="small"
      variant={variant}
      to={chatPath(userId, orderId)}
    />
  );
}
