import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { formatCrypto } from '#client/lib/format/format.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { OrderReferences } from '#client/ui/data/OrderReferences.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { addressUrl, transactionUrl } from '#shared/settings/settings.explorers.ts';
import { assetOf, givenOf } from '../components/orders.text.ts';
import { copyIds } from './decide/useCommands.ts';
import type { AdminOrder } from './orders.admin.queries.ts';

/** What the picture must agree with, right under it. */
export function Comparison({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('orders.admin');
  const { cryptoId, cryptoSymbol, deposit, transactionHash } = order;
  const isSell = order.type === 'sell';
  const network = (cryptoId && coinById(cryptoId)?.networkHint) ?? deposit?.network;
  const explorers = useExplorers();
  return (
    <div className="border-t border-line bg-bg px-4 py-3">
      <h2 className="mb-1 text-xs font-normal tracking-normal text-faint">{t('check.title')}</h2>
      <dl className="flex flex-col">
        <DetailRow label={isSell ? t('check.coin') : t('check.pair')}>
          {isSell ? [cryptoSymbol, network].filter(Boolean).join(', ') : assetOf(order)}
        </DetailRow>
        <DetailRow label={t('check.amount')}>
          <bdi dir="ltr" className="font-semibold figures">
            {isSell
              ? formatCrypto(order.amount, cryptoSymbol ?? '', { exact: coinById(order.cryptoId ?? '')?.decimals })
              : givenOf(order)}
          </bdi>
        </DetailRow>
        {deposit && (
          <DetailRow label={t('check.address')}>
            {/* In full: an address made to be mistaken for ours has the same ends. */}
            <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
              <ExplorerLink href={addressUrl(explorers, cryptoId ?? '', deposit.address)}>
                {deposit.address}
              </ExplorerLink>
            </bdi>
            <CopyButton
              id={copyIds.address}
              text={deposit.address}
              label={t('check.copyAddress')}
              variant="ghost"
              iconOnly
            />
          </DetailRow>
        )}
        {deposit?.stoppedAt && <p className="pb-1 text-end text-xs font-medium text-rejected">{t('check.stopped')}</p>}
        {deposit?.memo && (
          <DetailRow label={t('check.tag')}>
            <bdi dir="ltr" className="font-mono">
              {deposit.memo}
            </bdi>
          </DetailRow>
        )}
        {transactionHash && (
          <DetailRow label={t('check.hash')}>
            <bdi dir="ltr" title={transactionHash} className="font-mono">
              <ExplorerLink href={transactionUrl(explorers, cryptoId ?? '', transactionHash)}>
                {shortAddress(transactionHash)}
              </ExplorerLink>
            </bdi>
            <CopyButton id={copyIds.hash} text={transactionHash} label={t('check.copyHash')} variant="ghost" iconOnly />
          </DetailRow>
        )}
        <DetailRow label={t('check.same')}>
          <SameProof order={order} />
        </DetailRow>
      </dl>
    </div>
  );
}

/** Whether the same file is the proof of another order too. */
function SameProof({ order: { paymentProofFiles, sameProofReferences: same } }: { order: AdminOrder }) {
  const { t } = useTranslation('orders.admin');
  if (paymentProofFiles.length === 0) return <span className="text-muted">{t('check.sameNoFile')}</span>;
  if (same.length === 0) {
    return (
      <span className="inline-flex items-center gap-1.5">
        <Check className="size-4 text-completed" strokeWidth={2} />
        {t('check.sameNone')}
      </span>
    );
  }
  return (
    <span className="inline-flex items-start gap-1.5 font-medium text-rejected">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
      <span className="min-w-0">
        <OrderReferences sentence={(references) => t('check.sameOn', { references })} references={same} />
      </span>
    </span>
  );
}

function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-end">{children}</dd>
    </div>
  );
}
