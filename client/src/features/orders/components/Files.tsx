import { useMutation } from '@tanstack/react-query';
import { Download, ExternalLink, FileText, Image } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { downloadFile, viewFile } from '#client/features/files/files.queries.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import type { OrderFile } from '../orders.queries.ts';

/** Files of an order, to open in a new tab or to download. Renders nothing when there are none. */
export function Files({ title, files }: { title: string; files: readonly OrderFile[] }) {
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
        <bdi dir="ltr" className="text-sm whitespace-nowrap text-faint figures">
          {formatBytes(file.size)}
        </bdi>
        <Button
          variant="ghost"
          size="small"
          className="no-print min-h-11"
          busy={view.isPending}
          icon={<ExternalLink className="size-4" strokeWidth={2} />}
          aria-label={t('viewFile', { name: file.originalName })}
          onClick={() => view.mutate()}
        >
          {t('view')}
        </Button>
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
