import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FileText, Image, Receipt } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { VerdictCard } from '#client/features/deposits/components/VerdictCard.tsx';
import { verdictQuery } from '#client/features/deposits/deposits.queries.ts';
import { FileTabs } from '#client/features/files/components/FileTabs.tsx';
import { FileViewer } from '#client/features/files/components/FileViewer.tsx';
import { ReasonedFile } from '#client/features/files/components/ReasonedFile.tsx';
import { OrderRefund } from '#client/features/refunds/components/OrderRefund.tsx';
import { SettlementPanel } from '#client/features/settlements/components/SettlementPanel.tsx';
import { settlementQuery } from '#client/features/settlements/settlements.queries.ts';
import { useShortcutKeys } from '#client/lib/browser/useShortcutKeys.ts';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { Comparison } from './Comparison.tsx';
import { copyIds } from './decide/useCommands.ts';
import type { AdminOrder, AdminOrderFile } from './orders.admin.queries.ts';
import { useNoProof } from './OrderStatus.tsx';

interface ProofPaneProps {
  order: AdminOrder;
  /** Which of the order's files is shown, from 0. */
  shown: number;
  onShow: (index: number) => void;
  keysOn: boolean;
}

/** The files of an order: first those the customer sent, then those an admin added. */
export function filesOf({ paymentProofFiles, adminPayoutScreenshots }: AdminOrder): AdminOrderFile[] {
  return [...paymentProofFiles, ...adminPayoutScreenshots];
}

/** In one column, what is below the verdict is shown with it: coming later, the verdict would push it down. */
export function useVerdictPlace(order: AdminOrder): string {
  const verdict = useQuery({ ...verdictQuery(order), enabled: order.type === 'sell' });
  const isSettling = order.settlement !== null || isDepositStage(order.stage);
  const settlement = useQuery({ ...settlementQuery(order.id), enabled: isSettling });
  return clsx('contents', (verdict.isLoading || settlement.isLoading) && 'max-xl:hidden');
}

/** The evidence, large, with what it has to agree with. */
export function ProofPane({ order, shown, onShow, keysOn }: ProofPaneProps) {
  const { t } = useTranslation('orders.admin');
  const noProof = useNoProof(order);
  const pane = useRef<HTMLElement>(null);
  const files = filesOf(order);
  const file = files[shown] ?? files[0];
  const tabs = useTabs(order);
  const fileTabs = file && <FileTabs label={t('proof')} tabs={tabs} shown={files.indexOf(file)} onShow={onShow} />;
  useShortcutKeys(pane, { p: () => onShow((shown + 1) % Math.max(1, files.length)) }, keysOn);
  return (
    <section
      ref={pane}
      aria-label={t('viewer')}
      className="flex flex-col bg-sunken xl:row-span-2 xl:min-h-0 xl:border-e xl:border-line"
    >
      {file ? (
        <ReasonedFile key={file.filename} file={file} reference={order.reference} tabs={fileTabs}>
          <FileViewer {...{ file, keysOn, pane }} tabs={fileTabs} />
        </ReasonedFile>
      ) : (
        <div className="grid flex-1 place-items-center p-4 py-8">
          <EmptyState title={noProof.title} text={noProof.text} />
        </div>
      )}
      <VerdictCard order={order} copyHashId={copyIds.hash} />
      <SettlementPanel order={order} />
      <OrderRefund order={order} />
      <div className={useVerdictPlace(order)}>
        <Comparison order={order} />
      </div>
    </section>
  );
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
        <span dir="auto" className="max-w-40 truncate">
          {text}
        </span>
      ),
    };
  });
}
