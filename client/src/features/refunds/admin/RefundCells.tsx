import { useTranslation } from 'react-i18next';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Money, Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import type { RefundState } from '#shared/orders/orders.refund.ts';
import { coinById } from '#shared/reference/coins.ts';
import type { AdminRefund } from '../refunds.queries.ts';

/** The colour of each state: it waits for the team, is on its way, or is over. */
const statusOfState: Record<RefundState, string> = {
  due: 'refund_due',
  approved: 'refund_due',
  sent: 'refund_sent',
  confirmed: 'refunded',
  cancelled: 'inactive',
};

export const symbolOf = (cryptoId: string) => coinById(cryptoId)?.symbol ?? cryptoId;

export type RefundProps = { refund: AdminRefund };

/** The next step and who takes it, with the time since it waits; for a finished refund only the day. */
export function Next({ refund }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  const { state, address, dueAt, askedAt, confirmations, required } = refund;
  const isOver = state === 'confirmed' || state === 'cancelled';
  const isAsked = state === 'due' && address === null;
  const { sentAt, confirmedAt, cancelledAt: cancelled } = refund;
  const moments: Partial<Record<AdminRefund['state'], string | null>> = {
    sent: sentAt,
    confirmed: confirmedAt,
    cancelled,
  };
  const since = isAsked ? askedAt : moments[state];
  return (
    <span className="flex min-w-0 flex-col">
      <span className={isOver ? 'text-muted' : undefined}>
        {t(state === 'due' && address !== null ? 'next.address' : `next.${state}`)}
      </span>
      {state === 'sent' && confirmations !== null && required !== null && (
        <span className="text-xs">{t('depth', { confirmations, required })}</span>
      )}
      <span className="text-xs text-muted">
        {since ? (
          <>
            {t(isAsked ? 'askedAt' : `state.${state}`)} <Time at={since} shape={isOver ? 'date' : 'dateTime'} />
          </>
        ) : (
          <>
            {t('dueSince')} <Time at={dueAt} shape="relative" />
          </>
        )}
      </span>
    </span>
  );
}

export function State({ refund: { state } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  return <Status size="small" status={statusOfState[state]} label={t(`state.${state}`)} />;
}

export function Amount({ refund: { amount, cryptoId, valueUsd } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  return (
    <span className="inline-flex flex-col">
      <Crypto strong amount={amount} symbol={symbolOf(cryptoId)} />
      <span className="text-xs text-muted">
        {valueUsd === null ? t('noPrice') : <Money amount={valueUsd} currency="USD" />}
      </span>
    </span>
  );
}

/** The owner of the coins, and the reason why they go back. */
export function Customer({ refund: { orderId, reference, userName, reason } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  const reasonCode = reason === 'refund_asked' ? t('asked') : reason;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-medium">{userName}</bdi>
        {orderId && reference && (
          <TextLink to={`/admin/transactions?show=all&tx=${orderId}`}>
            <Ltr className="font-mono text-xs">{reference}</Ltr>
          </TextLink>
        )}
      </span>
      <span className="line-clamp-2 max-w-72 text-xs wrap-anywhere text-muted" title={reasonCode}>
        {reasonCode}
      </span>
    </span>
  );
}

/** The address in short, and the hash once there is one; each dialog shows the whole address. */
export function WhereTo({ refund: { address, tag, transactionHash, findings } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  return (
    <span className="flex min-w-0 flex-col gap-0.5 text-xs">
      {address === null ? (
        <span className="text-muted">{t('noAddress')}</span>
      ) : (
        <ShortText title={t('toAddress')} text={address} label={t('copyAddress')} more={tag} />
      )}
      {transactionHash && <ShortText title={t('byHash')} text={transactionHash} label={t('copyHash')} isQuiet />}
      {findings.map((finding) => (
        <span key={finding} className="max-w-72 text-rejected">
          {t(`finding.${finding}`)}
        </span>
      ))}
    </span>
  );
}

function ShortText({
  title,
  text,
  label,
  more,
  isQuiet,
}: {
  title: string;
  text: string;
  label: string;
  more?: string | null;
  isQuiet?: boolean;
}) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="min-w-12 text-muted">{title}</span>
      <Ltr className={isQuiet ? 'font-mono text-muted' : 'font-mono'}>
        {shortAddress(text)}
        {more && ` · ${more}`}
      </Ltr>
      <CopyButton iconOnly variant="ghost" text={text} label={label} />
    </span>
  );
}
