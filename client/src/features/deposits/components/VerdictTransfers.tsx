import { useTranslation } from 'react-i18next';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { formatCrypto } from '#client/lib/format/format.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import type { Api } from '#shared/api.ts';
import { addressUrl, transactionUrl } from '#shared/settings/settings.explorers.ts';
import type { Verdict } from '../deposits.queries.ts';

/** The output number of coins that a contract moved: their hash is the block's, which no explorer has as a transaction. */
const byContract = -1;

interface VerdictTransfersProps {
  order: Api['GET /api/admin/transactions']['output'][number];
  verdict: Verdict;
  copyHashId: string;
}

/** The transfers of a verdict, with links to an explorer unless the chain is simulated. */
export function VerdictTransfers({ order, verdict, copyHashId }: VerdictTransfersProps) {
  const { t } = useTranslation('orders.admin');
  const known = useExplorers();
  const explorers = verdict.source === 'simulated' ? undefined : known;
  const coinId = order.cryptoId ?? '';
  const paidTo = addressUrl(explorers, coinId, order.deposit?.address ?? '');
  const transfers = verdict.transfers.filter(({ outIndex }) => outIndex !== byContract);
  if (transfers.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {transfers.map(({ txHash, outIndex, amount }, index) => (
        <li key={`${txHash} ${outIndex}`} className="flex min-h-9 flex-wrap items-center gap-x-2">
          <bdi dir="ltr" className="figures">
            {formatCrypto(amount, order.cryptoSymbol ?? '')}
          </bdi>
          <bdi dir="ltr" title={txHash} className="font-mono">
            <ExplorerLink href={transactionUrl(explorers, coinId, txHash)}>{shortAddress(txHash)}</ExplorerLink>
          </bdi>
          <CopyButton
            id={index === 0 && !order.transactionHash ? copyHashId : undefined}
            text={txHash}
            label={t('check.copyHash')}
            variant="ghost"
            iconOnly
          />
          {paidTo && (
            <span className="ms-auto inline-flex gap-1">
              {t('check.address')}
              <bdi dir="ltr" className="font-mono">
                <ExplorerLink href={paidTo}>{shortAddress(order.deposit?.address ?? '')}</ExplorerLink>
              </bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
