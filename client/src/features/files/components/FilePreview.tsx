import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { adminQuery } from '#client/lib/api/admin-call.ts';
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

/** The bytes stay in this tab: no URL leads to them. */
function Picture({ blob, name }: { blob: Blob; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={name} className="min-h-0 w-full flex-1 object-contain" />;
}
