import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isAbort, useUpload, type UploadContext } from '#client/lib/api/useUpload.ts';
import { fileProblem, shrinkImage } from '#client/lib/browser/files.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { maxFileBytes } from '#shared/files/files.rules.ts';
import type { Upload } from '../useUploads.ts';

export type SendFile = (upload: Upload, context: Omit<UploadContext, 'idempotencyKey'>) => Promise<ChatMessage>;

interface UploadsProps {
  uploads: readonly Upload[];
  send: SendFile;
  onStored: (message: ChatMessage) => void;
  onRemove: (upload: Upload) => void;
}

/** Files that are being sent: each shows its progress, can be cancelled, and is sent again after a failure. */
export function Uploads({ uploads, ...rest }: UploadsProps) {
  const { t } = useTranslation('chat');
  return (
    <ul aria-label={t('uploads')} className="flex max-h-40 flex-col gap-2 overflow-y-auto">
      {uploads.map((upload) => (
        <li key={upload.clientMessageId}>
          <UploadRow upload={upload} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function UploadRow({ upload, send, onStored, onRemove }: Omit<UploadsProps, 'uploads'> & { upload: Upload }) {
  const { t } = useTranslation(['chat', 'files']);
  const textOf = useProblemText();
  const { file } = upload;
  const sendUpload = useUpload({
    prepare: (original: File) => shrinkImage(original),
    send: (smallerFile, { signal, onUploadProgress }) =>
      send({ ...upload, file: smallerFile }, { signal, onUploadProgress }),
    onSuccess: (message) => {
      onRemove(upload);
      onStored(message);
    },
    onError: (error) => isAbort(error) && onRemove(upload),
  });
  const problem = useFileProblem(file);
  useEffect(() => {
    if (!problem) sendUpload.send(file);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the file is chosen
  }, []);
  const error = problem ?? (sendUpload.error ? textOf(sendUpload.error) : undefined);
  const share = Math.round((sendUpload.progress ?? 0) * 100);
  return (
    <div className="flex flex-col gap-1 rounded-control border border-line bg-bg px-3 py-1 text-sm">
      <div className="flex items-center gap-2">
        <bdi className="min-w-0 flex-1 truncate">{file.name}</bdi>
        {!error && <span className="text-muted figures">{share}%</span>}
        {error && !problem && <Button text={t('retry')} size="small" onClick={() => sendUpload.send(file)} />}
        <IconButton
          label={error ? t('files:remove', { name: file.name }) : t('cancelUpload', { name: file.name })}
          onClick={() => (error ? onRemove(upload) : sendUpload.cancel())}
        >
          <X className="size-4" />
        </IconButton>
      </div>
      {!error && <progress aria-label={t('files:sending')} max={100} value={share} className="progress h-1 w-full" />}
      {error && (
        <p role="alert" className="pb-1 text-rejected">
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * The reason why this file is not sent at all. A picture is made smaller first, so its size is left to the server's
 * check.
 */
function useFileProblem(file: File): string | undefined {
  const { t } = useTranslation('files');
  const problem = fileProblem(file, 'imageOrPdf', file.type.startsWith('image/') ? Infinity : maxFileBytes);
  if (problem === 'size') return t('size', { size: formatBytes(maxFileBytes) });
  return problem && t(problem);
}
