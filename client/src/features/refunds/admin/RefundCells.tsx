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

/** The colour of each state: what waits for the team, what is on its way, what is over. */
const statusOfState: Record<RefundState, string> = {
  due: 'refund_due',
  approved: 'refund_due',
  sent: 'refund_sent',
  confirmed: 'refunded',
  cancelled: 'inactive',
};

export const symbolOf = (cryptoId: string) => coinById(cryptoId)?.symbol ?? cryptoId;

export type RefundProps = { refund: AdminRefund };

/** Its state, who does what next, and since when it waits for that; of one that is over only the day. */
export function Next({ refund }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  const { state, address, confirmations, required } = refund;
  const isOver = state === 'confirmed' || state === 'cancelled';
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2">
        <Status bare size="small" status={statusOfState[state]} label={t(`state.${state}`)} />
        <span className="text-xs text-muted">
          <Since refund={refund} />
        </span>
      </span>
      {!isOver && <span>{t(state === 'due' && address !== null ? 'next.address' : `next.${state}`)}</span>}
      {state === 'sent' && confirmations !== null && required !== null && (
        <span className="text-xs">{t('depth', { confirmations, required })}</span>
      )}
    </span>
  );
}

/** The moment from which its state stands; of one whose customer was asked, that of the question. */
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

export function Amount({ refund: { amount, cryptoId, valueUsd } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  return (
    <span className="inline-flex flex-col">
      <Crypto strong amount={amount} symbol={symbolOf(cryptoId)} className="whitespace-normal!" />
      <span className="text-xs text-muted">
        {valueUsd === null ? t('noPrice') : <Money amount={valueUsd} currency="USD" />}
      </span>
    </span>
  );
}

/** Whose coins they are, and why they go back: the whole reason is in its title. */
export function Customer({ refund: { orderId, reference, userName, reason } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  const cause = reason === 'refund_asked' ? t('asked') : reason;
  return (
    <span className="flex min-w-0 flex-col">
      <bdi className="font-medium wrap-break-word">{userName}</bdi>
      <span className="flex min-w-0 items-baseline gap-x-2 text-xs">
        {orderId && reference && (
          <span className="shrink-0">
            <TextLink to={`/admin/transactions?show=all&tx=${orderId}`}>
              <Ltr className="font-mono text-xs">{reference}</Ltr>
            </TextLink>
          </span>
        )}
        <span dir="auto" className="line-clamp-2 min-w-0 text-muted lg:line-clamp-1 lg:wrap-anywhere" title={cause}>
          {cause}
        </span>
      </span>
    </span>
  );
}

/** The address in short, and the hash once there is one; the whole address is in the dialog of each step. */
export function WhereTo({ refund: { address, tag, transactionHash, findings } }: RefundProps) {
  const { t } = useTranslation('refunds.admin');
  return (
    <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-xs lg:flex-col">
      {address === null ? (
        <span className="text-muted">{t('noAddress')}</span>
      ) : (
        <Short title={t('toAddress')} text={address} label={t('copyAddress')} more={tag} />
      )}
      {transactionHash && <Short title={t('byHash')} text={transactionHash} label={t('copyHash')} isQuiet />}
      {findings.map((finding) => (
        <span key={finding} className="max-w-72 text-rejected">
          {t(`finding.${finding}`)}
        </span>
      ))}
    </span>
  );
}

function Short({
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
      <span className="text-muted lg:min-w-10">{title}</span>
      <Ltr className={isQuiet ? 'font-mono whitespace-nowrap text-muted' : 'font-mono whitespace-nowrap'}>
        {shortAddress(text)}
        {more && ` · ${more}`}
      </Ltr>
      <CopyButton iconOnly variant="ghost" text={text} label={label} />
    </span>
  );
}
