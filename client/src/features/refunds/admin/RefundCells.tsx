import { useTranslation } from 'react-i18next';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { InlineCopy } from '#client/ui/data/InlineCopy.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Money, Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import type { RefundState } from '#shared/orders/orders.refund.ts';
import { coinById } from '#shared/reference/coins.ts';
import { useAskedAgain } from '../components/useAskedAgain.ts';
import type { AdminRefund } from '../refunds.queries.ts';

/** The colour of each state: it waits for the team, is on its way, or is over. */
const statusOfState: Record<RefundState, string> = {
  due: 'refund_due',
  approved: 'refund_due',
  sent: 'refund_sent',
  confirmed: 'refunded',
  cancelled: 'inactive',
};

/** Returns the symbol of a coin, or its id if the coin is unknown. */
export const symbolOf = (cryptoId: string) => coinById(cryptoId)?.symbol ?? cryptoId;

export type RefundProps = { refund: AdminRefund };

/** Returns when the customer of a refund without an address was last asked for it; null in any other state. */
export const askedAtOf = ({ state, address, askedAt }: AdminRefund) =>
  state === 'due' && address === null ? askedAt : null;

/** Shows the state of a refund and its next step, as a cell of the table. */
export function Next({ refund }: RefundProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <State refund={refund} />
      <NextStep refund={refund} />
    </span>
  );
}

/** Shows the state of a refund, and since when it has been in it. */
export function State({ refund }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  const { state } = refund;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Status bare size="small" status={statusOfState[state]} label={t(`state.${state}`)} />
      <span className="text-xs text-muted">
        <Since refund={refund} />
      </span>
    </span>
  );
}

/** Shows since when a refund is in its state, or when its customer was asked. */
function Since({ refund }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  const { state, address, askedAt, dueAt, approvedAt, sentAt, confirmedAt, cancelledAt } = refund;
  if (state === 'due' && address === null)
    return (
      <>
        {t('askedAt')} <Time at={askedAt} shape="dateTime" />
      </>
    );
  const moments = { due: dueAt, approved: approvedAt, sent: sentAt, confirmed: confirmedAt, cancelled: cancelledAt };
  const isOver = state === 'confirmed' || state === 'cancelled';
  return <Time at={moments[state] ?? dueAt} shape={isOver ? 'date' : 'dateTime'} />;
}

/**
 * Says who does the next step of a refund and when the customer may be asked again, or how many confirmations it has;
 * null once it is over.
 */
export function NextStep({ refund }: RefundProps) {
  const { t } = useTranslation(['refunds.admin', 'orders.line']);
  const { state, address, confirmations, required } = refund;
  const { from, limit } = useAskedAgain(askedAtOf(refund));
  if (state === 'confirmed' || state === 'cancelled') return null;
  const next =
    state === 'sent' && confirmations !== null && required !== null
      ? t('orders.line:clock.confirmations', { confirmations, required })
      : t(state === 'due' && address !== null ? 'next.address' : `next.${state}`);
  return (
    <span className="flex min-w-0 flex-col">
      <span>{next}</span>
      {from && (
        <span title={limit} className="text-xs text-muted">
          {from}
        </span>
      )}
    </span>
  );
}

/** Shows the coins of a refund above their value in US dollars. */
export function Amount({ refund: { amount, cryptoId, valueUsd } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  return (
    <span className="inline-flex flex-col max-lg:max-[22rem]:**:whitespace-normal lg:items-end">
      <Crypto strong amount={amount} symbol={symbolOf(cryptoId)} />
      <span className="text-xs text-muted">
        {valueUsd === null ? t('noPrice') : <Money amount={valueUsd} currency="USD" />}
      </span>
    </span>
  );
}

/** Links to the order that the coins arrived for. */
function OrderLink({ refund: { orderId, reference } }: RefundProps) {
  if (!orderId || !reference) return null;
  return (
    <span className="shrink-0 text-xs">
      <TextLink to={`/admin/transactions?show=all&tx=${orderId}`}>
        <Ltr className="font-mono whitespace-nowrap">{reference}</Ltr>
      </TextLink>
    </span>
  );
}

/** Whose coins they are, for which order, and on its own line why they go back. */
export function Customer({ refund }: RefundProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <Whose refund={refund} />
      <Cause refund={refund} />
    </span>
  );
}

/** The customer, and the order beside the name or below a long one. */
export function Whose({ refund }: RefundProps) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 max-lg:justify-between">
      <bdi className="min-w-0 font-medium wrap-anywhere">{refund.userName}</bdi>
      <OrderLink refund={refund} />
    </span>
  );
}

/** Why the coins go back. */
export function Cause({ refund: { reason } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  const cause = reason === 'refund_asked' ? t('asked') : reason;
  return (
    <bdi title={cause} className="line-clamp-2 text-xs wrap-anywhere text-muted">
      {cause}
    </bdi>
  );
}

/**
 * Shows the address in short, and below it its error, or the hash of the transfer; the dialog of each step shows it in
 * full.
 */
export function WhereTo({ refund: { address, tag, transactionHash, findings } }: RefundProps) {
  const { t } = useTranslation(['refunds.admin', 'admin.common']);
  if (address === null) return <span className="text-xs text-muted">{t('noAddress')}</span>;
  const findingTexts = findings.map((finding) => t(`finding.${finding}`));
  return (
    <span className="flex min-w-0 flex-col text-xs">
      <ShortText text={address} name={t('toAddress')} more={tag} copy={t('copyAddress')} />
      {findingTexts.length > 0 && (
        <span title={findingTexts.join('\n')} className="truncate font-medium text-rejected">
          {findingTexts[0]}
        </span>
      )}
      {findingTexts.length === 0 && transactionHash && (
        <ShortText text={transactionHash} name={t('byHash')} copy={t('admin.common:copyHash')} />
      )}
    </span>
  );
}

interface ShortTextProps {
  text: string;
  name: string;
  more?: string | null;
  /** The name of its button. */
  copy: string;
}

/** A text in short, with a button that copies all of it. */
function ShortText({ text, name, more, copy }: ShortTextProps) {
  return (
    <span className="flex min-w-0 items-center gap-1 max-lg:justify-between">
      <span title={`${name} ${text}`} className="truncate">
        <span className="text-muted">{name}</span>{' '}
        <Ltr className="font-mono">
          {shortAddress(text)}
          {more && ` · ${more}`}
        </Ltr>
      </span>
      <InlineCopy text={text} label={copy} />
    </span>
  );
}
