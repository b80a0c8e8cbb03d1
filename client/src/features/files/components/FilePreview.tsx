import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminQuery } from '#client/lib/api/admin-call.ts';
import { useBlobImage } from '#client/lib/browser/useBlobImage.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { fileQuery, type StoredFile } from '../files.queries.ts';
import { PdfDocument } from './FileViewer.tsx';

/** One of several files beside each other: a picture fitted to its place, or a PDF where the browser shows one. */
export function FilePreview({ file: { filename, originalName, type } }: { file: StoredFile }) {
  const { t } = useTranslation('admin.common');
  const isPicture = type.startsWith('image/');
  const isShownHere = isPicture || navigator.pdfViewerEnabled;
  const { data, error, refetch } = useQuery(fileQuery(filename, { ...adminQuery, enabled: isShownHere }));
  if (!isShownHere) return <p className="text-sm text-muted">{t('file.pdf')}</p>;
  if (data)
    return isPicture ? <Picture blob={data} name={originalName} /> : <PdfDocument blob={data} name={originalName} />;
  if (error) return <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  return <Skeleton line="h-64 rounded-card" />;
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  return <img ref={useBlobImage(blob)} alt={name} className="min-h-0 w-full flex-1 object-contain" />;
}
