import { clsx } from 'clsx';
import { Expand, Maximize, RotateCw, Sun, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutKeys } from '#client/lib/browser/useShortcutKeys.ts';
import { IconButton } from '../form/Button.tsx';
import { useImageView } from './useImageView.ts';

interface ImageViewerProps {
  blob: Blob;
  name: string;
  keysOn: boolean;
  /** Keys work while the focus is in here. */
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
  save: ReactNode;
}

/** An image viewer. The bytes stay in this tab: no URL leads to them. */
export function ImageViewer({ blob, name, keysOn, pane, tabs, save }: ImageViewerProps) {
  const { t } = useTranslation('admin.common');
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  const { view, style, zoomIn, zoomOut, fit, rotate, brighten } = useImageView(stage, image);
  useShortcutKeys(pane, { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit, r: rotate }, keysOn);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);

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
        ref={stage}
        title={t('drag')}
        className={clsx(
          'relative grid h-[46dvh] min-h-64 flex-1 cursor-grab place-items-center overflow-hidden p-4 select-none active:cursor-grabbing xl:h-auto xl:min-h-0',
          view.scale > 1 ? 'touch-none' : 'touch-pan-y',
        )}
      >
        {isBroken ? (
          <p className="text-center text-muted">{t('file.broken')}</p>
        ) : (
          <img
            ref={image}
            alt={name}
            draggable={false}
            style={style}
            className="absolute inset-0 m-auto max-h-[calc(100%-2rem)] max-w-[calc(100%-2rem)] object-contain"
            onError={() => setBroken(true)}
          />
        )}
      </div>
    </>
  );
}

/** The whole pane, so that what the picture must agree with stays beside it; pressed again it is as before. */
export function FullScreen({ pane }: Pick<ImageViewerProps, 'pane'>) {
  const { t } = useTranslation('admin.common');
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void pane.current?.requestFullscreen();
  };
  if (!document.fullscreenEnabled) return null;
  return <Tool label={t('fullScreen')} Icon={Expand} onClick={toggle} />;
}

interface ToolProps {
  label: string;
  Icon: LucideIcon;
  isOn?: boolean;
  onClick: () => void;
}

function Tool({ label, Icon, isOn = false, onClick }: ToolProps) {
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
