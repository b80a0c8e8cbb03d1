import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowRight, Download, ExternalLink, FileText, Image, Printer, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Deposit } from '#client/features/deposits/components/Deposit.tsx';
import { downloadFile, viewFile } from '#client/features/files/files.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { DepositChoice } from '#client/features/settlements/components/DepositChoice.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { useOnline } from '#client/lib/api/online.ts';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { formatBytes, formatDateTime, formatMoneyText } from '#client/lib/format/format.ts';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Status, StatusBar } from '#client/ui/data/Status.tsx';
import { Timeline } from '#client/ui/data/Timeline.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { isCopy } from '../orders.offline.ts';
import { orderQuery, saveReceipt, type OrderDetails, type OrderFile } from '../orders.queries.ts';
import { AwaitingProof } from './AwaitingProof.tsx';
import { DetailsSlip } from './DetailsSlip.tsx';
import { givenOf, netToPay, statusOf } from './orders.text.ts';
import { useNotes } from './useNotes.ts';
import { useTimeline } from './useTimeline.ts';
import { OrderAgain, WhatHappensNow } from './WhatHappensNow.tsx';

/** One order over the list, with an address of its own. */
export function Details({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('orders');
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery(orderQuery(id));
  const missing = hasCode(error, 'not_found') || hasCode(error, 'invalid_input');
  const online = useOnline();
  if (data) {
    const copied = isCopy(data);
    const savedAt = (copied || !online) && t('savedCopy', { time: formatDateTime(new Date(dataUpdatedAt)) });
    const note = savedAt ? `${savedAt} ${copied ? t('savedDetails') : ''}` : error ? t('detailsStale') : undefined;
    return <Loaded details={data} note={note} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title={missing ? t('missing') : t('details')} full widthPx={640}>
      {error ? (
        <ErrorState
          error={missing ? t('missingText') : error}
          title={missing ? t('missing') : t('detailsFailed')}
          onRetry={missing ? undefined : () => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="flex flex-col gap-4" line={['h-40', 'h-56']} />
      )}
    </Dialog>
  );
}

interface LoadedProps {
  details: OrderDetails;
  /** How old this is, where it may no longer be so. */
  note: string | undefined;
  onClose: () => void;
}

function Loaded({ details, note, onClose }: LoadedProps) {
  const { t } = useTranslation('orders');
  const { reference, payoutCurrency } = details;
  const adminNotes = useNotes().adminNotesOf(details);
  const status = statusOf(details);
  const steps = useTimeline(details);
  return (
    <Dialog
      open
      onClose={onClose}
      full
      widthPx={640}
      title={
        <span className="flex flex-wrap items-center gap-x-3">
          <Ltr className="money">{givenOf(details)}</Ltr>
          <span className="sr-only">, </span>
          {/* On a phone the arrow begins the second line, beside what it leads to. */}
          {!isRefused(details.status) && (
            <span className="flex items-center gap-x-2">
              <ArrowRight className="size-5 shrink-0 text-faint rtl:-scale-x-100" strokeWidth={2} />
              <Ltr className="money">{formatMoneyText(netToPay(details), payoutCurrency)}</Ltr>
            </span>
          )}
        </span>
      }
      subtitle={
        <span className="flex flex-wrap items-center gap-x-2">
          <Status status={status} label={status === 'awaiting_proof' ? t('awaitingProof') : undefined} />
          <span className="flex items-center gap-1.5">
            <Ltr className="font-mono text-sm text-muted">{reference}</Ltr>
            <CopyButton text={reference} label={t('copyReference')} variant="ghost" iconOnly />
          </span>
        </span>
      }
      footer={<Foot details={details} onClose={onClose} />}
    >
      <div className="flex flex-col gap-6">
        {note && <Note tone="warning">{note}</Note>}
        <StatusBar status={status} />
        {status !== 'awaiting_proof' && <WhatHappensNow details={details} onLeave={onClose} />}
        {status === 'awaiting_proof' && <AwaitingProof details={details} />}
        <Deposit details={details} />
        {isDepositStage(details.stage) && <DepositChoice details={details} />}
        <Timeline label={t('history')} steps={steps} />
        <DetailsSlip details={details} />
        {adminNotes && !isRefused(details.status) && (
          <section className="flex flex-col gap-1">
            <h3 className="text-base">{t('note')}</h3>
            <p className="whitespace-pre-line text-muted wrap-anywhere">
              <bdi>{adminNotes}</bdi>
            </p>
          </section>
        )}
        <Files title={t('proof')} files={details.paymentProofFiles} />
        <Files title={t('payoutReceipt')} files={details.adminPayoutScreenshots} />
      </div>
    </Dialog>
  );
}

function Foot({ details, onClose }: Pick<LoadedProps, 'details' | 'onClose'>) {
  const { t } = useTranslation('orders');
  const { data: settings } = useQuery(settingsQuery);
  const support = settings?.brand.supportEmail;
  const { id, reference, status } = details;
  return (
    <div className="no-print flex w-full flex-wrap items-center justify-between gap-3">
      {status === 'completed' && (
        <>
          <ReceiptButton id={id} variant={statusOf(details) === 'completed' ? 'filled' : 'outline'} />
          <OrderAgain details={details} />
        </>
      )}
      <Button icon={<Printer className="size-4" />} onClick={() => window.print()} className="min-w-11 max-sm:px-3">
        <span className="max-sm:sr-only">{t('print')}</span>
      </Button>
      <span className="flex flex-wrap items-center gap-x-4 max-sm:contents">
        {!isRefused(status) && (
          <button
            type="button"
            className="inline-flex min-h-11 items-center font-medium text-link"
            onClick={() => {
              // The chat opens beside the page, which the dialog would cover.
              onClose();
              requestHelp('openSupportChat', { id, reference });
            }}
          >
            {t('support')}
          </button>
        )}
        {support && (
          <a
            href={`mailto:${support}?subject=${encodeURIComponent(t('supportSubject', { reference }))}`}
            className="inline-flex min-h-11 items-center text-sm text-link"
          >
            {t('supportEmail')}
          </a>
        )}
      </span>
    </div>
  );
}

/** Download of a completed order's receipt. */
function ReceiptButton({ id, variant }: { id: string; variant: 'filled' | 'outline' }) {
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

/** Files of an order, to open in a new tab or to download. Renders nothing when there are none. */
function Files({ title, files }: { title: string; files: readonly OrderFile[] }) {
  if (files.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base">{title}</h3>
      <ul className="flex flex-col gap-2">
        {files.map((file) => (
          <li key={file.filename}>
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileRow({ file }: { file: OrderFile }) {
  const { t } = useTranslation('orders');
  const view = useMutation({ mutationFn: () => viewFile(file.filename) });
  const download = useMutation({ mutationFn: () => downloadFile(file) });
  const Icon = file.type.startsWith('image/') ? Image : FileText;
  const failed = view.error ?? download.error;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3 rounded-control border border-line bg-surface py-1 ps-3 pe-1">
        <Icon className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 text-sm">
          <bdi className="block w-fit max-w-full truncate">{file.originalName}</bdi>
        </span>
        <Ltr className="text-sm whitespace-nowrap text-faint figures">{formatBytes(file.size)}</Ltr>
        <Button
          text={t('view')}
          variant="ghost"
          size="small"
          className="no-print min-h-11"
          busy={view.isPending}
          icon={<ExternalLink className="size-4" strokeWidth={2} />}
          aria-label={t('viewFile', { name: file.originalName })}
          onClick={() => view.mutate()}
        />
        <IconButton
          className="no-print"
          label={t('downloadFile', { name: file.originalName })}
          aria-busy={download.isPending}
          onClick={() => download.mutate()}
        >
          <Download className="size-5" />
        </IconButton>
      </div>
      <Problem error={failed} title={failed ? t('downloadFailed') : undefined} />
    </div>
  );
}
