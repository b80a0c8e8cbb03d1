import { useMutation } from '@tanstack/react-query';
import { FileText, Image, ReceiptText } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { viewFile } from '#client/features/files/files.queries.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import type { ChatMessage, ChatSide } from '#shared/chat/chat.socket.ts';

const OrderCard = lazy(async () => ({ default: (await import('../admin/OrderCard.tsx')).OrderCard }));

type AttachedOrder = NonNullable<ChatMessage['order']>;
type AttachedFile = NonNullable<ChatMessage['file']>;

interface AttachmentsProps {
  order: AttachedOrder | null | undefined;
  file: AttachedFile | null | undefined;
  side: ChatSide;
}

/** The attachments of a message: the order it is about, and a file in place of text. */
export function Attachments({ order, file, side }: AttachmentsProps) {
  return (
    <>
      {order && (side === 'support' ? <OrderCard {...order} /> : <OrderLink {...order} />)}
      {file && <FileLink file={file} />}
    </>
  );
}

/** The customer's own order. */
function OrderLink({ id, reference }: AttachedOrder) {
  const { t } = useTranslation('chat');
  return (
    <Link to={`/transactions?tx=${id}`} className="inline-flex min-h-6 items-center gap-1.5 text-sm text-link">
      <ReceiptText className="size-4 shrink-0" />
      {t('aboutOrder')} <bdi dir="ltr">{reference}</bdi>
    </Link>
  );
}

/** A file, opened in a new tab by a link that is valid for a minute. */
function FileLink({ file: { filename, originalName, type, size } }: { file: AttachedFile }) {
  const { t } = useTranslation('chat');
  const { mutate, isPending, error } = useMutation({ mutationFn: () => viewFile(filename) });
  const Icon = type.startsWith('image/') ? Image : FileText;
  return (
    <>
      <button
        type="button"
        aria-busy={isPending}
        onClick={() => mutate()}
        className="flex min-h-11 max-w-full items-center gap-2 rounded-card border border-line bg-raised px-3 text-start hover:border-line-strong"
      >
        <Icon className="size-5 shrink-0 text-muted" />
        <span className="sr-only">{t('openFile')} </span>
        <bdi className="min-w-0 truncate text-link">{originalName}</bdi>
        <Ltr className="text-sm whitespace-nowrap text-muted figures">{formatBytes(size)}</Ltr>
      </button>
      <Problem error={error} />
    </>
  );
}
