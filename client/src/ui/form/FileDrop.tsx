import { clsx } from 'clsx';
import { Camera, FileText, ImageUp, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptOf, takeFile, type FileKind, type FileProblem } from '#client/lib/browser/files.ts';
import { useBlobImage } from '#client/lib/browser/useBlobImage.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { maxFileBytes } from '#shared/files/files.rules.ts';
import { Note } from '../feedback/Banner.tsx';
import { Button, IconButton } from './Button.tsx';
import { FieldError, FieldNotes, Optional, wiringOf } from './Field.tsx';
import { FilePick } from './FilePick.tsx';

interface FileDropProps {
  label: ReactNode;
  hint?: ReactNode;
  kind: FileKind;
  maxBytes?: number | undefined;
  /** The number of pixels to which a photo larger than `maxBytes` is reduced. */
  pixels?: number | undefined;
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  /** The screen's own text for a refused file, such as 'File Too Large'; undefined uses the default. */
  problemText?: ((problem: FileProblem) => string | undefined) | undefined;
  /** The error of the screen or the server. */
  error?: string | undefined;
  /** Share sent so far, from 0 to 1. */
  progress?: number | undefined;
  onCancel?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  optional?: boolean | undefined;
  /** The camera to use on a phone. */
  camera?: 'environment' | 'user' | undefined;
  /** A control for the chosen file, such as the button that uploads it: in view before the hint. */
  action?: ReactNode;
  /** Element that a form focuses if the file is missing or refused. */
  ref?: Ref<HTMLFieldSetElement> | undefined;
}

/** One file: choose, take or drop a photo, view it, replace it, follow the upload, cancel and retry it. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, kind, maxBytes = maxFileBytes, pixels, file, onChange, problemText, error, progress } = props;
  const { onCancel, onRetry, optional, camera = 'environment', action, ref } = props;
  const { t } = useTranslation(['common', 'files']);
  const id = useId();
  const { take, isPreparing, problem, isTooSmall } = useTaking({ kind, maxBytes, pixels, onChange });
  const sizeText = t('files:size', { size: formatBytes(maxBytes) });
  const shownError = problem
    ? (problemText?.(problem) ?? (problem === 'size' ? sizeText : t(`files:${problem}`)))
    : error;
  const { 'aria-describedby': describedBy } = wiringOf(id, { hint, error: shownError });

  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      data-invalid={shownError ? true : undefined}
      aria-busy={isPreparing}
      aria-describedby={describedBy}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-2 text-sm font-medium">
        {label}
        {optional && <Optional />}
      </legend>
      <DropZone empty={!file} broken={Boolean(shownError)} onTake={take}>
        {file ? (
          <ChosenFileRow file={file} progress={progress} onCancel={onCancel} onRemove={() => onChange(undefined)} />
        ) : (
          <ChooseFile kind={kind} camera={camera} describedBy={describedBy} onTake={take} />
        )}
        {file && error && onRetry && (
          <Button text={t('action.tryAgain')} size="small" className="mt-3 min-h-11" onClick={onRetry} />
        )}
      </DropZone>
      {/* Always rendered: a screen reader announces what changes inside after the file picker. */}
      <div aria-live="assertive" className="empty:hidden">
        {isPreparing && <p className="text-sm text-muted">{t('files:preparing')}</p>}
        <FieldError id={`${id}-error`} error={isPreparing ? undefined : shownError} />
      </div>
      <div aria-live="polite" className="empty:hidden">
        {file && isTooSmall && <Note tone="warning">{t('files:tooSmall')}</Note>}
      </div>
      {action}
      <FieldNotes id={id} hint={hint} />
    </fieldset>
  );
}

type TakingOptions = Pick<FileDropProps, 'kind' | 'pixels' | 'onChange'> & { maxBytes: number };

/** Takes the last chosen file once it is ready to be sent. */
function useTaking({ kind, maxBytes, pixels, onChange }: TakingOptions) {
  const [problem, setProblem] = useState<FileProblem>();
  const [isTooSmall, setTooSmall] = useState(false);
  const [isPreparing, setPreparing] = useState(false);
  const lastFile = useRef<File>(undefined);
  const take = async (chosenFile: File | undefined) => {
    if (!chosenFile) return;
    lastFile.current = chosenFile;
    setPreparing(true);
    const takenFile = await takeFile(chosenFile, kind, maxBytes, pixels);
    if (lastFile.current !== chosenFile) return;
    setPreparing(false);
    setProblem('problem' in takenFile ? takenFile.problem : undefined);
    if (!('file' in takenFile)) return;
    setTooSmall(takenFile.isTooSmall);
    onChange(takenFile.file);
  };
  return { take: (chosenFile: File | undefined) => void take(chosenFile), isPreparing, problem, isTooSmall };
}

interface DropZoneProps {
  empty: boolean;
  broken: boolean;
  onTake: (file: File | undefined) => void;
  children: ReactNode;
}

/** A file can be dropped here as well; the buttons inside do the same by keyboard. */
function DropZone({ empty, broken, onTake, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onTake(event.dataTransfer.files[0]);
  };
  const hover = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const edgeClasses = isOver
    ? 'border-tide bg-tide-soft'
    : broken
      ? 'border-rejected bg-bg'
      : 'border-line-strong bg-bg';
  return (
    <div
      className={clsx('rounded-card border p-4', edgeClasses, empty && 'border-dashed')}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

interface ChooseProps {
  kind: FileKind;
  camera: 'environment' | 'user';
  describedBy: string | undefined;
  onTake: (file: File | undefined) => void;
}

function ChooseFile({ kind, camera, describedBy, onTake }: ChooseProps) {
  const { t } = useTranslation(['common', 'files']);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FilePick
        text={kind === 'image' || kind === 'photo' ? t('files:choosePhoto') : t('files:chooseFile')}
        icon={<ImageUp className="size-5" />}
        accept={acceptOf(kind)}
        describedBy={describedBy}
        onPick={([file]) => onTake(file)}
      />
      {/* Only devices with a camera offer one. */}
      <span className="hidden pointer-coarse:contents">
        <FilePick
          text={t('files:takePhoto')}
          icon={<Camera className="size-5" />}
          accept="image/*"
          camera={camera}
          describedBy={describedBy}
          onPick={([file]) => onTake(file)}
        />
      </span>
      <span className="text-sm text-muted pointer-coarse:hidden">{t('files:orDrop')}</span>
    </div>
  );
}

interface ChosenProps {
  file: File;
  progress: number | undefined;
  onCancel: (() => void) | undefined;
  onRemove: () => void;
}

function ChosenFileRow({ file, progress, onCancel, onRemove }: ChosenProps) {
  const { t } = useTranslation(['common', 'files']);
  const isSending = progress !== undefined;
  const share = Math.round((progress ?? 0) * 100);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <Preview file={file} />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="w-fit max-w-full truncate font-medium">
            {file.name}
          </p>
          <p className="text-sm text-muted figures">
            <bdi dir="ltr">{formatBytes(file.size)}</bdi>
          </p>
        </div>
        {isSending ? (
          onCancel && <Button text={t('action.cancel')} size="small" className="min-h-11" onClick={onCancel} />
        ) : (
          <IconButton label={t('files:remove', { name: file.name })} onClick={onRemove}>
            <X className="size-5" />
          </IconButton>
        )}
      </div>
      {isSending && (
        <div className="flex items-center gap-3 text-sm text-muted">
          <progress aria-label={t('files:sending')} max={100} value={share} className="progress h-1 flex-1" />
          <span className="figures">{share}%</span>
        </div>
      )}
    </div>
  );
}

function Preview({ file }: { file: File }) {
  const image = useBlobImage(file);
  if (file.type.startsWith('image/'))
    return (
      <img
        ref={image}
        alt=""
        width={64}
        height={64}
        className="size-16 shrink-0 rounded-control border border-line object-cover"
      />
    );
  return (
    <span className="grid size-16 shrink-0 place-items-center rounded-control border border-line bg-sunken text-muted">
      <FileText className="size-6" />
    </span>
  );
}
