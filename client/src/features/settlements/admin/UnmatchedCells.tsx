import { useTranslation } from 'react-i18next';
import { ageOf } from '#client/lib/format/age.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { InlineCopy } from '#client/ui/data/InlineCopy.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Money, Time } from '#client/ui/data/Money.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { UnmatchedTransfer } from '../settlements.queries.ts';

/** Returns the symbol of a coin, or its id if the coin is unknown. */
export const symbolOf = (cryptoId: string) => coinById(cryptoId)?.symbol ?? cryptoId;

export type TransferProps = { transfer: UnmatchedTransfer };

/** Shows the amount of a transfer, with its worth below it. */
export function Arrived({ transfer: { amount, cryptoId, valueUsd } }: TransferProps) {
  const { t } = useTranslation('settlements.admin');
  return (
    <span className="inline-flex flex-col lg:items-end max-[22rem]:**:whitespace-normal">
      <Crypto strong amount={amount} symbol={symbolOf(cryptoId)} />
      <span className="text-xs text-muted">
        {valueUsd === null ? t('unmatched.noPrice') : <Money amount={valueUsd} currency="USD" />}
      </span>
    </span>
  );
}

/** Says why a transfer has no order, with the decision on it, the sales that it may belong to, or its address. */
export function Why({ transfer }: TransferProps) {
  const { t } = useTranslation('settlements.admin');
  const { reason, lease, fits, resolution, awaitedBy } = transfer;
  const reasonText = t(awaitedBy ? 'unmatched.shared' : `unmatched.reason.${reason}`, {
    coin: symbolOf(lease?.cryptoId ?? ''),
  });
  return (
    <span className="flex min-w-0 flex-col">
      <span>{reasonText}</span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs text-muted *:wrap-break-word">
        {resolution ? (
          <span>
            {t(`unmatched.resolution.${resolution.kind}`)}: {resolution.reason}
          </span>
        ) : awaitedBy ? (
          <span>{t('unmatched.awaited', { reference: awaitedBy.reference })}</span>
        ) : (
          fits.length > 0 && <Fits transfer={transfer} />
        )}
        {lease && <Lease lease={lease} />}
      </span>
    </span>
  );
}

/** The order or quote that the address was given to, and its customer. */
function Lease({ lease }: { lease: NonNullable<UnmatchedTransfer['lease']> }) {
  const { t } = useTranslation('settlements.admin');
  const text = t('unmatched.lease', { reference: lease.reference });
  return (
    <>
      <span className="shrink-0">
        {lease.orderId ? <TextLink to={`/admin/transactions?show=all&tx=${lease.orderId}`}>{text}</TextLink> : text}
      </span>
      <bdi>{lease.userName}</bdi>
    </>
  );
}

/** Shows when a transfer came, how long an open one has waited, and its hash. */
export function Transfer({ transfer: { seenAt, txHash, resolution } }: TransferProps) {
  const { t } = useTranslation(['settlements.admin', 'admin.common']);
  const now = useServerNow(resolution === null, minuteMs);
  return (
    <span className="flex min-w-0 flex-col text-xs text-muted">
      <span className="flex flex-wrap gap-x-1">
        <span className="whitespace-nowrap">
          <Time at={seenAt} />
          {!resolution && ' ·'}
        </span>
        {!resolution && <span className="whitespace-nowrap text-ink">{ageOf(seenAt, now)}</span>}
      </span>
      <span className="flex items-center gap-1">
        <Ltr className="font-mono whitespace-nowrap">{shortAddress(txHash)}</Ltr>
        <InlineCopy text={txHash} label={t('admin.common:copyHash')} />
      </span>
    </span>
  );
}

/** The sale that it is most likely of, and how many others it could be of. */
function Fits({ transfer: { fits } }: TransferProps) {
  const { t } = useTranslation('settlements.admin');
  const [likeliest, ...others] = fits;
  if (!likeliest) return null;
  return (
    <span title={fits.map(({ reference, userName }) => [reference, userName].filter(Boolean).join(', ')).join('\n')}>
      <span className="font-medium text-ink">
        {t('unmatched.fits', { references: [likeliest.reference, likeliest.userName].filter(Boolean).join(', ') })}
      </span>
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}
