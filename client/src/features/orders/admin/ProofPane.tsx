import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, FileText, Image, Receipt, TriangleAlert } from 'lucide-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SimulatedChain } from '#client/features/deposits/components/SimulatedChain.tsx';
import { VerdictCard } from '#client/features/deposits/components/VerdictCard.tsx';
import { verdictQuery } from '#client/features/deposits/deposits.queries.ts';
import { FileTabs } from '#client/features/files/components/FileTabs.tsx';
import { FileViewer } from '#client/features/files/components/FileViewer.tsx';
import { ReasonedFile } from '#client/features/files/components/ReasonedFile.tsx';
import { OrderRefund } from '#client/features/refunds/components/OrderRefund.tsx';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { SettlementPanel } from '#client/features/settlements/components/SettlementPanel.tsx';
import { settlementQuery } from '#client/features/settlements/settlements.queries.ts';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { withFirmHyphens } from '#client/lib/format/firm-hyphens.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { useShortcutKeys } from '#client/lib/keyboard/useShortcutKeys.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { OrderReferences } from '#client/ui/data/OrderReferences.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { coinById } from '#shared/reference/coins.ts';
import { addressUrl, transactionUrl } from '#shared/settings/settings.explorers.ts';
import { assetOf, givenOf } from '../components/orders.text.ts';
import { copyIds } from './decide/useCommands.ts';
import type { AdminOrder, AdminOrderFile, OpenOrder } from './orders.admin.queries.ts';
import { needsProof } from './OrderStatus.tsx';
import { useSimilarProof } from './SimilarProof.tsx';
import { usePayoutNow } from './usePayoutNow.ts';

interface ProofPaneProps {
  order: OpenOrder;
  /** True until the details have come: the proof that looks alike would move this one. */
  isRow: boolean;
  /** Index of the shown file of the order, from 0. */
  shown: number;
  onShow: (index: number) => void;
  keysOn: boolean;
}

/** The files of an order: first those the customer sent, then those an admin added. */
export function filesOf({ paymentProofFiles, adminPayoutScreenshots }: AdminOrder): AdminOrderFile[] {
  return [...paymentProofFiles, ...adminPayoutScreenshots];
}

/** In one column, the fields below the verdict appear together with it: a later verdict would push them down. */
export const useVerdictPlace = (order: AdminOrder): string =>
  clsx('contents', useIsVerdictPending(order) && 'max-xl:hidden');

function useIsVerdictPending(order: AdminOrder): boolean {
  const verdict = useQuery({ ...verdictQuery(order), enabled: order.type === 'sell' });
  const isSettling = order.settlement !== null || isDepositStage(order.stage);
  const settlement = useQuery({ ...settlementQuery(order.id), enabled: isSettling });
  return verdict.isLoading || settlement.isLoading;
}

/**
 * The evidence, large, with the terms that it must match. Its texts are loaded with the picture, so that the fields
 * beside it stay.
 */
export function ProofPane(props: ProofPaneProps) {
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <Proof {...props} />
    </Suspense>
  );
}

function Proof({ order, isRow, shown, onShow, keysOn }: ProofPaneProps) {
  const { t } = useTranslation('orders.admin');
  const pane = useRef<HTMLElement>(null);
  const files = filesOf(order);
  const file = files[shown] ?? files[0];
  const tabs = useTabs(order);
  const payoutNow = usePayoutNow(order);
  const beside = useSimilarProof(order, file);
  const [isFolded, unfold] = useFold(order);
  const fileTabs = file && <FileTabs label={t('proof')} tabs={tabs} shownIndex={files.indexOf(file)} onShow={onShow} />;
  useShortcutKeys(pane, { p: () => onShow((shown + 1) % Math.max(1, files.length)) }, keysOn);
  return (
    <section
      ref={pane}
      aria-label={t('viewer')}
      className={clsx(
        'flex flex-col bg-sunken xl:row-span-2 xl:min-h-0 xl:border-e xl:border-line',
        isRow && '*:opacity-0',
      )}
    >
      {file && isFolded ? (
        <div className="border-b border-line p-4">
          <Button text={t('showProof')} size="small" onClick={unfold} />
        </div>
      ) : file ? (
        <ReasonedFile key={file.filename} file={file} reference={order.reference} tabs={fileTabs}>
          <FileViewer file={file} keysOn={keysOn} pane={pane} tabs={fileTabs} beside={beside} />
        </ReasonedFile>
      ) : (
        needsProof(order) && (
          <div className="grid flex-1 place-items-center p-4 py-8">
            <EmptyState title={t('noProof')} text={t('noProofText')} />
          </div>
        )
      )}
      <VerdictCard order={order} copyHashId={copyIds.hash} />
      <SettlementPanel order={order} isBrief={payoutNow !== undefined} />
      <OrderRefund order={order} />
      {/* In the pane of a wide screen the verdict would move them too; their place is kept for the picture. */}
      <div className={clsx(useVerdictPlace(order), useIsVerdictPending(order) && 'xl:invisible')}>
        <Comparison order={order} />
        <SimulatedChain order={order} />
      </div>
    </section>
  );
}

/** In one column the old proof of money that came back stands behind a button: why it came back is read first. */
function useFold({ payout }: AdminOrder): [boolean, () => void] {
  const isBeside = useMediaQuery('(min-width: 80rem)');
  const [isUnfolded, setUnfolded] = useState(false);
  return [!isBeside && payout?.state === 'returned' && !isUnfolded, () => setUnfolded(true)];
}

function useTabs(order: AdminOrder) {
  const { t } = useTranslation('orders.admin');
  const proofs = order.paymentProofFiles.length;
  return filesOf(order).map((file, index) => {
    const isProof = index < proofs;
    const text = isProof ? file.originalName : t('file.payout', { number: index - proofs + 1 });
    return {
      ...file,
      Icon: !isProof ? Receipt : file.type === 'application/pdf' ? FileText : Image,
      text: (
        <span dir="auto" className="text-start wrap-anywhere">
          {text}
        </span>
      ),
    };
  });
}

/** The values that the picture must show, right under it. */
function Comparison({ order }: { order: OpenOrder }) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  const { cryptoId, cryptoSymbol, deposit, transactionHash } = order;
  const isSell = order.type === 'sell';
  const network = (cryptoId && coinById(cryptoId)?.networkHint) ?? deposit?.network;
  const explorers = useExplorers();
  return (
    <div className="border-t border-line bg-bg px-4 py-3">
      <h2 className="mb-1 text-xs font-normal tracking-normal text-faint">{t('check.title')}</h2>
      <dl className="flex flex-col">
        <DetailRow label={isSell ? t('check.coin') : t('check.pair')}>
          {/* A standard such as TRC-20 stays in one piece. */}
          {isSell ? withFirmHyphens([cryptoSymbol, network].filter(Boolean).join(', ')) : assetOf(order)}
        </DetailRow>
        <DetailRow label={t('check.amount')}>
          <Ltr className="font-semibold figures">
            {isSell ? formatCrypto(order.amount, cryptoSymbol ?? '') : givenOf(order)}
          </Ltr>
        </DetailRow>
        {deposit && (
          <DetailRow label={t('check.address')}>
            {/* Shown in full: an address made to be mistaken for ours has the same ends. */}
            <Ltr className="font-mono text-xs text-balance wrap-anywhere">
              <ExplorerLink href={addressUrl(explorers, cryptoId ?? '', deposit.address)}>
                {deposit.address}
              </ExplorerLink>
            </Ltr>
            <CopyButton
              id={copyIds.address}
              text={deposit.address}
              label={t('check.copyAddress')}
              variant="ghost"
              iconOnly
            />
          </DetailRow>
        )}
        {deposit?.stoppedAt && (
          <p className="pb-1 text-end text-xs font-medium text-rejected">{t('admin.common:addressStopped')}</p>
        )}
        {deposit?.memo && (
          <DetailRow label={t('check.tag')}>
            <Ltr className="font-mono">{deposit.memo}</Ltr>
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
        {order.paymentProofFiles.length > 0 && (
          <DetailRow label={t('check.same')}>
            <SameProof order={order} />
          </DetailRow>
        )}
      </dl>
    </div>
  );
}

/** Shows if the same file is the proof of another order too. */
function SameProof({ order }: { order: OpenOrder }) {
  const { t } = useTranslation('orders.admin');
  const { sameProofReferences: same, similarProofReferences: similar } = order;
  if (same.length === 0 && similar.length > 0) {
    return (
      <span className="font-medium text-pending">
        <OrderReferences sentence={(references) => t('check.sameAlike', { references })} references={similar} />
      </span>
    );
  }
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
