import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download, ExternalLink, FileText, Image, Maximize2, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameTransaction } from '#client/features/deposits/components/NameTransaction.tsx';
import { FullSizeDeleted, isFullSizeDeleted } from '#client/features/files/components/FullSizeDeleted.tsx';
import { downloadFile, viewFile } from '#client/features/files/files.queries.ts';
import { hasCode } from '#client/lib/api/call.ts';
import { useOnline } from '#client/lib/api/online.ts';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { formatBytes, formatDateTime, formatNumber } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Timeline } from '#client/ui/data/Timeline.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink, IconButton } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import { Fold, Folds } from '../line/Folds.tsx';
import { hasTalk, ReceiptButton } from '../line/OrderActions.tsx';
import { OrderLine } from '../line/OrderLine.tsx';
import { useLine, type FollowedLine } from '../line/useLine.ts';
import { useLineTexts } from '../line/useLineTexts.ts';
import { isCopy } from '../orders.offline.ts';
import { orderQuery, type OrderDetails, type OrderFile } from '../orders.queries.ts';
import { givenOf } from './orders.text.ts';
import { OrderTerms } from './OrderTerms.tsx';
import { useNotes } from './useNotes.ts';
import { useTimeline } from './useTimeline.ts';

/** One order in a dialog over the list, with its own address: its money line first, everything else folded. */
export function Details({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('orders');
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery(orderQuery(id));
  const [isToppingUp, setToppingUp] = useState(false);
  const followedLine = useLine(data, { isToppingUp });
  const online = useOnline();
  const isMissing = !data && (hasCode(error, 'not_found') || hasCode(error, 'invalid_input'));
  const isCopied = data !== undefined && isCopy(data);
  const savedAt = (isCopied || !online) && t('savedCopy', { time: formatDateTime(new Date(dataUpdatedAt)) });
  const note = savedAt ? `${savedAt} ${isCopied ? t('savedDetails') : ''}` : error ? t('detailsStale') : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      full
      widthPx={640}
      title={isMissing ? t('missing') : followedLine ? <Sentence {...followedLine} /> : t('details')}
      footer={
        data && followedLine && <DetailsFooter details={data} state={followedLine.line.state} onClose={onClose} />
      }
    >
      {data && followedLine ? (
        <Body {...{ details: data, note, followed: followedLine, onClose }} onTopUp={setToppingUp} />
      ) : isMissing ? (
        <div role="alert" className="flex flex-col items-start gap-4">
          <p>{t('missingText')}</p>
          <ButtonLink text={t('allOrders')} variant="filled" to="/transactions" replace />
        </div>
      ) : error && !data ? (
        <ErrorState error={error} title={t('detailsFailed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="flex flex-col gap-4" line={['h-96', 'h-56']} />
      )}
    </Dialog>
  );
}

/** The state of the money, as the title of the dialog. */
function Sentence({ line, source }: FollowedLine) {
  return <span aria-live="polite">{useLineTexts(line, source).sentence}</span>;
}

interface BodyProps {
  details: OrderDetails;
  /** The age of this data, if it may be outdated. */
  note: string | undefined;
  followed: FollowedLine;
  onClose: () => void;
  onTopUp: (isToppingUp: boolean) => void;
}

function Body({ details, note, followed, onClose, onTopUp }: BodyProps) {
  const { t } = useTranslation(['orders', 'orders.line']);
  const adminNotes = useNotes().adminNotesOf(details);
  const steps = useTimeline(details);
  const { paymentProofFiles, adminPayoutScreenshots } = details;
  return (
    <div className="flex flex-col gap-6">
      {note && <Note tone="warning">{note}</Note>}
      <OrderLine details={details} followed={followed} onTopUp={onTopUp} onLeave={onClose} />
      <NameTransaction details={details} deposit={followed.source.deposit} />
      {adminNotes && !isRefused(details.status) && (
        <section className="flex flex-col gap-1">
          <h3 className="text-base">{t('note')}</h3>
          <p className="whitespace-pre-line text-muted wrap-anywhere">
            <bdi>{adminNotes}</bdi>
          </p>
        </section>
      )}
      <Folds>
        <Fold
          title={t('history')}
          aside={formatNumber(steps.filter(({ state }) => state === 'done' || state === 'stopped').length)}
        >
          <Timeline label={t('history')} steps={steps} />
        </Fold>
        <Fold title={t('orders.line:fold.terms')} aside={<Ltr>{givenOf(details)}</Ltr>}>
          <OrderTerms details={details} />
        </Fold>
      </Folds>
      <Files title={t('proof')} files={paymentProofFiles} />
      <Files title={t('payoutReceipt')} files={adminPayoutScreenshots} />
    </div>
  );
}

interface FootProps {
  details: OrderDetails;
  state: LineState;
  onClose: () => void;
}

/** States with a receipt at the foot: the payout has left, and the receipt also says if it came back. */
const withReceipt: readonly LineState[] = ['sent', 'overdue', 'returned', 'account', 'again', 'reversed'];

function DetailsFooter({ details, state, onClose }: FootProps) {
  const { t } = useTranslation('orders');
  const { id, reference } = details;
  const hasReceipt = withReceipt.includes(state);
  return (
    <div className="no-print flex w-full flex-wrap items-center gap-3">
      {hasReceipt && <ReceiptButton details={details} variant="outline" />}
      <Button
        icon={<Printer className="size-4" />}
        onClick={() => window.print()}
        // The foot of a phone has one line: the receipt takes precedence.
        className={clsx('min-w-11 max-sm:px-3', hasReceipt && 'max-sm:hidden')}
      >
        <span className="max-sm:sr-only">{t('print')}</span>
      </Button>
      {!hasTalk(state) && (
        <button
          type="button"
          className="ms-auto inline-flex min-h-11 items-center font-medium text-link"
          onClick={() => {
            // The chat opens beside the page; the dialog would cover it.
            onClose();
            requestHelp('openSupportChat', { id, reference });
          }}
        >
          {t('support')}
        </button>
      )}
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
  const failedError = view.error ?? download.error;
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
      <FullSize file={file} />
      <Problem error={failedError} title={failedError ? t('downloadFailed') : undefined} />
    </div>
  );
}

/** The full size of a picture that had to be made smaller, while it is stored. */
function FullSize({ file: { filename, originalName, fullSize } }: { file: OrderFile }) {
  const { t } = useTranslation(['orders', 'files']);
  const view = useMutation({ mutationFn: () => viewFile(filename, 'full') });
  if (fullSize === null) return null;
  if (fullSize === 'deleted' || isFullSizeDeleted(view.error)) return <FullSizeDeleted />;
  return (
    <>
      <Button
        text={t('files:fullSize')}
        size="small"
        className="no-print min-h-11 self-start"
        busy={view.isPending}
        icon={<Maximize2 className="size-4" strokeWidth={2} />}
        aria-label={t('files:fullSizeOf', { name: originalName })}
        onClick={() => view.mutate()}
      />
      <Problem error={view.error} title={view.error ? t('downloadFailed') : undefined} />
    </>
  );
}
