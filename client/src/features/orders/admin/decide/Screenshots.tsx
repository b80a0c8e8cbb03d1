import { Image, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { fileProblem } from '#client/lib/browser/files.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { maxFileBytes } from '#shared/files/files.rules.ts';
import { maxScreenshots } from '#shared/orders/orders.stages.ts';

const kinds = ['image/jpeg', 'image/png'];

interface ScreenshotsProps {
  id: string;
  /** The file input, for a form that moves the focus to it. */
  ref: Ref<HTMLInputElement>;
  files: File[];
  /** Number of screenshots that the order already has. */
  onRecord: number;
  onChange: (files: File[]) => void;
  error: string | undefined;
  /** Share sent so far, from 0 to 1. */
  progress: number | undefined;
  onCancel: () => void;
}

/** Pictures of the payout's receipt: up to five, each shown before it is sent. */
export function Screenshots({ id, ref, files, onRecord, onChange, error, progress, onCancel }: ScreenshotsProps) {
  const { t } = useTranslation(['orders.admin', 'common']);
  const [problems, setProblems] = useState<string[]>([]);
  const max = maxScreenshots - onRecord;
  const take = (chosenFiles: readonly File[]) => {
    const problemTexts: string[] = [];
    const acceptedFiles = [...files];
    for (const file of chosenFiles) {
      const textValues = { name: file.name, size: formatBytes(maxFileBytes), max };
      const wrongReason = kinds.includes(file.type) ? fileProblem(file, 'image', maxFileBytes) : 'type';
      if (wrongReason) problemTexts.push(t(`file.${wrongReason}`, textValues));
      else if (acceptedFiles.some((item) => isSame(item, file))) problemTexts.push(t('file.duplicate', textValues));
      else if (acceptedFiles.length >= max) problemTexts.push(t('file.tooMany', textValues));
      else acceptedFiles.push(file);
    }
    setProblems([...new Set(problemTexts)]);
    onChange(acceptedFiles);
  };
  const isSending = progress !== undefined;
  usePastedFiles((pastedFiles) => !isSending && take(pastedFiles));
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!isSending) take([...event.dataTransfer.files]);
      }}
    >
      <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-2">
        <legend className="mb-2 flex w-full justify-between gap-3 text-sm font-medium">
          {t('field.screenshots')}
          <span className="text-xs font-normal text-faint figures">
            {t('file.count', { count: onRecord + files.length, max: maxScreenshots })}
          </span>
        </legend>
        {files.map((file) => (
          <ChosenScreenshot
            key={`${file.name} ${file.size} ${file.lastModified}`}
            file={file}
            onRemove={isSending ? undefined : () => onChange(files.filter((kept) => kept !== file))}
          />
        ))}
        {isSending ? (
          <SendProgress share={progress} onCancel={onCancel} />
        ) : (
          files.length < max && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <AddScreenshot id={id} ref={ref} hasError={Boolean(error)} onTake={take} />
              <p id={`${id}-hint`} className="text-xs text-muted">
                {t('file.hint', { size: formatBytes(maxFileBytes) })}
              </p>
            </div>
          )
        )}
        {[error, ...problems].map((text) => text && <FieldError key={text} id={`${id}-${text}`} error={text} />)}
      </fieldset>
    </div>
  );
}

/** A screenshot is taken from the clipboard wherever the focus is; pasted text stays in its field. */
function usePastedFiles(onPaste: (files: File[]) => void): void {
  const latestHandler = useRef(onPaste);
  useEffect(() => {
    latestHandler.current = onPaste;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pastedFiles = [...(event.clipboardData?.files ?? [])];
      if (pastedFiles.length === 0) return;
      event.preventDefault();
      latestHandler.current(pastedFiles);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

function isSame(left: File, right: File): boolean {
  return left.name === right.name && left.size === right.size && left.lastModified === right.lastModified;
}

function ChosenScreenshot({ file, onRemove }: { file: File; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('files');
  return (
    <div className="flex min-h-11 items-center gap-2 rounded-control border border-line bg-surface ps-3">
      <Image className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1" title={file.name}>
        <bdi className="block w-fit max-w-full truncate">{file.name}</bdi>
      </span>
      <Ltr className="text-xs whitespace-nowrap text-faint figures">{formatBytes(file.size)}</Ltr>
      {onRemove && (
        <IconButton label={t('remove', { name: file.name })} onClick={onRemove}>
          <X className="size-4" strokeWidth={2} />
        </IconButton>
      )}
    </div>
  );
}

interface AddProps extends Pick<ScreenshotsProps, 'id' | 'ref'> {
  hasError: boolean;
  onTake: (files: File[]) => void;
}

function AddScreenshot({ id, ref, hasError, onTake }: AddProps) {
  const { t } = useTranslation('orders.admin');
  return (
    <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 self-start rounded-control border border-line-strong px-3 font-medium hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-tide pointer-coarse:min-h-11">
      <Plus className="size-4" strokeWidth={2} />
      <span>
        {t('file.add')} <span className="sr-only">{t('field.screenshots')}</span>
      </span>
      <input
        id={id}
        ref={ref}
        type="file"
        multiple
        accept={kinds.join(',')}
        aria-invalid={hasError || undefined}
        className="sr-only"
        onChange={({ target }) => {
          onTake([...(target.files ?? [])]);
          target.value = ''; // Lets the browser report the same file again after it was removed.
        }}
      />
    </label>
  );
}

function SendProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const { t } = useTranslation(['files', 'common']);
  const percent = Math.round(share * 100);
  return (
    <div className="flex items-center gap-3 text-muted">
      <progress aria-label={t('sending')} max={100} value={percent} className="progress h-1 flex-1" />
      <span className="figures">{percent}%</span>
      <Button text={t('common:action.cancel')} size="small" onClick={onCancel} />
    </div>
  );
}
