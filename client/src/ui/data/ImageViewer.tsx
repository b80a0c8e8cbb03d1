import { clsx } from 'clsx';
import { Expand, Maximize, RotateCw, Sun, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutKeys } from '#client/lib/keyboard/useShortcutKeys.ts';
import { IconButton } from '../form/Button.tsx';
import { useImageView } from './useImageView.ts';

/** A picture to compare another with. */
export interface BesidePicture {
  /** Names the picture of the viewer. */
  own: string;
  /** The second picture, moved by this style. */
  render: (style: CSSProperties) => ReactNode;
}

interface ImageViewerProps {
  blob: Blob;
  name: string;
  keysOn: boolean;
  /** Keys work while the focus is inside. */
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
  save: ReactNode;
  /** Starts with one pixel of the picture on each pixel of the screen. */
  inFullSize?: boolean;
  /** A second picture of the same height, which is zoomed and moved with this one, and what this one is beside it. */
  beside?: BesidePicture | undefined;
}

/** Shows an image whose bytes stay in this tab: no URL leads to them. */
export function ImageViewer({ blob, name, keysOn, pane, tabs, save, inFullSize = false, beside }: ImageViewerProps) {
  const { t } = useTranslation(['admin.common', 'files']);
  const board = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  const { view, style, open, zoomIn, zoomOut, fit, rotate, brighten } = useImageView(board, stage, image);
  useShortcutKeys(pane, { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit, r: rotate }, keysOn);
  useBlobSource(image, blob);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-1 gap-y-1 border-b border-line bg-bg py-2 ps-4 pe-2">
        {tabs}
        <fieldset aria-label={t('picture')} className="ms-auto flex flex-wrap items-center">
          <Tool label={t('zoomOut')} Icon={ZoomOut} onClick={zoomOut} />
          <Tool label={t('zoomIn')} Icon={ZoomIn} onClick={zoomIn} />
          <Tool label={t('fit')} Icon={Maximize} onClick={fit} />
          <Tool label={t('rotate')} Icon={RotateCw} onClick={rotate} />
          <Tool
            label={t('brightness', { percent: view.brightness })}
            Icon={Sun}
            isOn={view.brightness !== 100}
            onClick={brighten}
          />
          <FullScreen pane={pane} />
          {save}
        </fieldset>
      </div>
      <div
        ref={board}
        title={t('drag')}
        className={clsx(
          'grid flex-1 cursor-grab select-none active:cursor-grabbing xl:min-h-0',
          beside && 'grid-cols-2',
          view.scale > 1 ? 'touch-none' : 'touch-pan-y',
        )}
      >
        <Stage ref={stage} caption={beside?.own}>
          {isBroken ? (
            <p className="text-center text-muted">{t('files:broken')}</p>
          ) : (
            <img
              ref={image}
              alt={name}
              draggable={false}
              style={style}
              className={pictureClasses}
              onLoad={() => open(inFullSize)}
              onError={() => setBroken(true)}
            />
          )}
        </Stage>
        {beside?.render(style)}
      </div>
    </>
  );
}

const pictureClasses = 'absolute inset-0 m-auto max-h-[calc(100%-2rem)] max-w-[calc(100%-2rem)] object-contain';
/** Shows the bytes of a picture until the image is removed. */
function useBlobSource(image: RefObject<HTMLImageElement | null>, blob: Blob): void {
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [image, blob]);
}

interface StageProps {
  ref?: Ref<HTMLDivElement>;
  /** Name of the picture, if there are two. */
  caption?: ReactNode;
  children: ReactNode;
}

/** The frame of one picture; two frames stay side by side, on a phone too, because they are compared. */
export function Stage({ ref, caption, children }: StageProps) {
  return (
    <figure className="flex min-w-0 flex-col not-first:border-s not-first:border-line">
      {caption !== undefined && <figcaption className="truncate px-4 pt-2 text-xs text-muted">{caption}</figcaption>}
      <div
        ref={ref}
        className={clsx(
          'relative grid h-[46dvh] min-h-64 flex-1 place-items-center overflow-hidden p-4 xl:h-auto xl:min-h-0',
          caption !== undefined && 'max-md:h-[32dvh] max-md:min-h-48',
        )}
      >
        {children}
      </div>
    </figure>
  );
}

/** A second picture, moved by the style of the first. */
export function MovedPicture({ blob, name, style }: { blob: Blob; name: string; style: CSSProperties }) {
  const image = useRef<HTMLImageElement>(null);
  useBlobSource(image, blob);
  return <img ref={image} alt={name} draggable={false} style={style} className={pictureClasses} />;
}

/** Uses the whole pane, so that the terms to compare stay beside the picture; a second press restores the size. */
export function FullScreen({ pane }: Pick<ImageViewerProps, 'pane'>) {
  const { t } = useTranslation('admin.common');
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void pane.current?.requestFullscreen();
  };
  if (!document.fullscreenEnabled) return null;
  return <Tool label={t('fullScreen')} Icon={Expand} onClick={toggle} />;
}

function Tool(props: { label: string; Icon: LucideIcon; isOn?: boolean; onClick: () => void }) {
  const { label, Icon, isOn = false, onClick } = props;
  return (
    <IconButton
      label={label}
      className={clsx('size-9! pointer-coarse:size-11!', isOn && 'text-tide')}
      onClick={onClick}
    >
      <Icon className="size-4.5" />
    </IconButton>
  );
}
