import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminQuery } from '#client/lib/api/admin-call.ts';
import { useBlobImage } from '#client/lib/browser/useBlobImage.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { fileQuery, type StoredFile } from '../files.queries.ts';
import { PdfDocument } from './FileViewer.tsx';

interface FilePreviewProps {
  file: StoredFile;
  /** Runs when the picture is pressed; `name` is its label. */
  enlarge?: { label: string; onPress: () => void };
}

/** Shows one of several files beside each other: a picture fitted to its place, or a PDF if the browser renders it. */
export function FilePreview({ file: { filename, originalName, type }, enlarge }: FilePreviewProps) {
  const { t } = useTranslation('admin.common');
  const isPicture = type.startsWith('image/');
  const isShownHere = isPicture || navigator.pdfViewerEnabled;
  const { data, error, refetch } = useQuery(fileQuery(filename, { ...adminQuery, enabled: isShownHere }));
  if (!isShownHere) return <p className="text-sm text-muted">{t('file.pdf')}</p>;
  if (data)
    return isPicture ? (
      <Picture blob={data} name={originalName} enlarge={enlarge} />
    ) : (
      <PdfDocument blob={data} name={originalName} />
    );
  if (error) return <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  return <Skeleton line="h-64 rounded-card" />;
}

type PictureProps = Pick<FilePreviewProps, 'enlarge'> & { blob: Blob; name: string };

function Picture({ blob, name, enlarge }: PictureProps) {
  const picture = <img ref={useBlobImage(blob)} alt={name} className="min-h-0 w-full flex-1 object-contain" />;
  if (!enlarge) return picture;
  return (
    <div className="relative flex min-h-0 flex-1">
      {picture}
      <button
        type="button"
        aria-label={enlarge.label}
        className="absolute inset-0 cursor-zoom-in"
        onClick={enlarge.onPress}
      />
    </div>
  );
}
