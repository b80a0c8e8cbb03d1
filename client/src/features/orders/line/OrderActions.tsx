import { useMutation } from '@tanstack/react-query';
import { MessageCircle, ReceiptText } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button, ButtonLink, type ButtonVariant } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { orderAgain } from '../components/orders.text.ts';
import { isCopy } from '../orders.offline.ts';
import { saveReceipt, type OrderDetails } from '../orders.queries.ts';
import { accountWordOf } from './line.words.ts';

interface ActionProps {
  details: OrderDetails;
  variant: ButtonVariant;
}

/** Download of an order's receipt. */
export function ReceiptButton({ details: { id }, variant }: ActionProps) {
  const { t } = useTranslation('orders');
  const save = useMutation({ mutationFn: () => saveReceipt(id) });
  return (
    <div className="flex flex-col gap-2">
      <SendButton
        text={t('receipt.save')}
        variant={variant}
        busy={save.isPending}
        icon={<ReceiptText className="size-4" />}
        onClick={() => save.mutate()}
      />
      <Problem error={save.error} title={save.error ? t('downloadFailed') : undefined} />
    </div>
  );
}

type TalkProps = ActionProps & {
  /** The chat opens beside the page; the dialog would cover it. */
  onLeave: () => void;
  text?: string;
};

/** Opens the support chat about this order. */
export function TalkButton({ details: { id, reference }, variant, onLeave, text }: TalkProps) {
  const { t } = useTranslation('orders');
  return (
    <Button
      text={text ?? t('support')}
      variant={variant}
      icon={<MessageCircle className="size-4 max-sm:hidden" />}
      onClick={() => {
        onLeave();
        requestHelp('openSupportChat', { id, reference });
      }}
    />
  );
}

/**
 * Starts a sale or an exchange again, with amount and account filled in; not from a stored copy, which has no account.
 */
export function OrderAgain({ details, variant }: ActionProps) {
  const { t } = useTranslation('orders');
  if (isOpen(details) || isCopy(details)) return null;
  const { to, state } = orderAgain(details);
  return (
    <ButtonLink variant={variant} to={to} state={state}>
      {t(details.type === 'sell' ? 'next.sellAgain' : 'next.exchangeAgain')}
    </ButtonLink>
  );
}

interface StateActionProps {
  state: LineState;
  details: OrderDetails;
  onLeave: () => void;
}

type Action = 'receipt' | 'again' | 'talk' | 'answer' | 'account';

/**
 * The buttons of each state, the filled one first; in states without a button the customer can only continue elsewhere.
 */
const actionsOf: Partial<Record<LineState, readonly Action[]>> = {
  arrived: ['receipt', 'again'],
  refunded: ['again', 'talk'],
  rejected: ['again', 'talk'],
  canceled: ['again', 'talk'],
  proof_missed: ['talk', 'again'],
  rejected_sent: ['talk', 'again'],
  reversed: ['talk', 'again'],
  on_hold: ['talk'],
  overdue: ['talk'],
  asked: ['answer'],
  account: ['account'],
};

/** States in which a customer may want to write, although there is nothing to do. */
const talkBeside: readonly LineState[] = ['question', 'returned'];

/** True if the line of a state has the button that opens the chat. */
export const hasTalk = (state: LineState): boolean =>
  talkBeside.includes(state) || actionsOf[state]?.includes('talk') === true;

/** The filled button of a state, and further help beside it. */
export function StateAction({ state, details, onLeave }: StateActionProps): ReactNode {
  const { t } = useTranslation('orders.line');
  const actions = actionsOf[state];
  const actionButton = (action: Action, variant: ButtonVariant) => {
    if (action === 'receipt') return <ReceiptButton details={details} variant={variant} />;
    if (action === 'again') return <OrderAgain details={details} variant={variant} />;
    if (action === 'talk') return <TalkButton {...{ details, variant, onLeave }} />;
    if (action === 'answer') return <TalkButton {...{ details, variant, onLeave }} text={t('action.answer')} />;
    const accountWord = accountWordOf(details.paymentDetails?.method);
    return (
      <ButtonLink text={t(`action.${accountWord}`)} variant={variant} to={`/transactions/${details.id}/account`} />
    );
  };
  if (!actions)
    return (
      <>
        <ButtonLink text={t('action.dashboard')} variant="filled" to="/dashboard" />
        {talkBeside.includes(state) && actionButton('talk', 'outline')}
      </>
    );
  return actions.map((action, index) => (
    <Fragment key={action}>{actionButton(action, index === 0 ? 'filled' : 'outline')}</Fragment>
  ));
}
