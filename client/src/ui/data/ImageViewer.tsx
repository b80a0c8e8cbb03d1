import { clsx } from 'clsx';
import { Expand, Maximize, RotateCw, Sun, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutKeys } from '#client/lib/keyboard/useShortcutKeys.ts';
import { IconButton } from '../form/Button.tsx';

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
}

/** An image viewer. The bytes stay in this tab: no URL leads to them. */
export function ImageViewer({ blob, name, keysOn, pane, tabs, save, inFullSize = false }: ImageViewerProps) {
  const { t } = useTranslation(['admin.common', 'files']);
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  const { view, style, open, zoomIn, zoomOut, fit, rotate, brighten } = useImageView(stage, image);
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
          <p className="text-center text-muted">{t('files:broken')}</p>
        ) : (
          <img
            ref={image}
            alt={name}
            draggable={false}
            style={style}
            className="absolute inset-0 m-auto max-h-[calc(100%-2rem)] max-w-[calc(100%-2rem)] object-contain"
            onLoad={() => open(inFullSize)}
            onError={() => setBroken(true)}
          />
        )}
      </div>
    </>
  );
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

interface View {
  scale: number;
  /** Shift in px from the centre. */
  x: number;
  y: number;
  /** Quarter turns, clockwise. */
  quarterRotations: number;
  /** Brightness in per cent. */
  brightness: number;
}

const fitted: View = { scale: 1, x: 0, y: 0, quarterRotations: 0, brightness: 100 };
const step = 1.25;
const minScale = 0.5;
const brightnessLevels = [100, 140, 180, 60] as const;

/** The scale at which each pixel of a picture is one of the screen. */
function actualScaleOf({ naturalWidth, naturalHeight, offsetWidth, offsetHeight }: HTMLImageElement): number {
  // The longer side is more exact, where rounding to whole pixels matters least.
  return naturalWidth > naturalHeight ? naturalWidth / offsetWidth : naturalHeight / offsetHeight;
}

/** The largest scale of a picture: a long one, fitted to its place, must grow much to be readable. */
function maxScaleOf(image: HTMLImageElement | null): number {
  return Math.max(8, image?.offsetWidth ? 2 * actualScaleOf(image) : 0);
}

function zoomView(view: View, factor: number, maxScale: number): View {
  const scale = Math.min(maxScale, Math.max(minScale, view.scale * factor));
  const ratio = scale / view.scale;
  return { ...view, scale, x: view.x * ratio, y: view.y * ratio };
}

/** Margin in px around a picture that is fitted to its stage. */
const margin = 16;

/** The initial view of a picture: as a whole; a long one, or one in full size, from its upper edge. */
function firstView(stage: HTMLElement, image: HTMLImageElement, inFullSize: boolean): Partial<View> {
  const { offsetWidth, offsetHeight, naturalWidth } = image;
  const width = inFullSize ? naturalWidth : Math.min(naturalWidth, stage.clientWidth - 2 * margin);
  if (!inFullSize && offsetWidth * 3 > width) return {};
  const scale = (actualScaleOf(image) * width) / naturalWidth;
  const overflow = (offsetHeight * scale - stage.clientHeight) / 2 + margin;
  return { scale, y: Math.max(0, overflow) };
}

/** The view of an image: zoom, shift, rotation, brightness. Pointers on `stage` drag it, two or the wheel zoom. */
function useImageView(stage: RefObject<HTMLElement | null>, image: RefObject<HTMLImageElement | null>) {
  const [view, setView] = useState(fitted);
  const actions = useMemo(
    () => ({
      open: (inFullSize: boolean) => {
        const around = stage.current;
        const picture = image.current;
        if (!around || !picture?.offsetWidth) return;
        const first = firstView(around, picture, inFullSize);
        setView(({ brightness }) => ({ ...fitted, ...first, brightness }));
      },
      zoomIn: () => setView((current) => zoomView(current, step, maxScaleOf(image.current))),
      zoomOut: () => setView((current) => zoomView(current, 1 / step, maxScaleOf(image.current))),
      fit: () => setView(({ brightness }) => ({ ...fitted, brightness })),
      rotate: () => setView((current) => ({ ...current, quarterRotations: current.quarterRotations + 1, x: 0, y: 0 })),
      brighten: () =>
        setView((previous) => ({
          ...previous,
          brightness:
            brightnessLevels[(brightnessLevels.findIndex((level) => level === previous.brightness) + 1) % 4] ?? 100,
        })),
    }),
    [stage, image],
  );
  usePointers(stage, image, setView);

  const fitScale = useFitScale(stage, image, view.quarterRotations);
  const style = {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale * fitScale}) rotate(${view.quarterRotations * 90}deg)`,
    filter: view.brightness === 100 ? undefined : `brightness(${view.brightness}%)`,
  };
  return { view, style, ...actions };
}

/** Returns the factor by which a picture rotated by 90° must shrink or may grow to fit its stage. */
function useFitScale(
  stage: RefObject<HTMLElement | null>,
  image: RefObject<HTMLImageElement | null>,
  quarterRotations: number,
): number {
  const [fitScale, setFitScale] = useState(1);
  useEffect(() => {
    const around = stage.current;
    const picture = image.current;
    const isSideways = quarterRotations % 2 === 1;
    const measure = () => {
      if (!around || !picture?.offsetHeight) return;
      const { clientWidth, clientHeight } = around;
      setFitScale(isSideways ? Math.min(clientWidth / picture.offsetHeight, clientHeight / picture.offsetWidth, 1) : 1);
    };
    const watch = new ResizeObserver(measure);
    if (around) watch.observe(around);
    if (picture) watch.observe(picture);
    return () => watch.disconnect();
  }, [stage, image, quarterRotations]);
  return fitScale;
}

function usePointers(
  stage: RefObject<HTMLElement | null>,
  image: RefObject<HTMLImageElement | null>,
  setView: (change: (old: View) => View) => void,
): void {
  const down = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const pointers = down.current;
    const press = ({ pointerId, clientX, clientY, button }: PointerEvent) => {
      if (button !== 0) return;
      pointers.set(pointerId, { x: clientX, y: clientY });
      element.setPointerCapture(pointerId);
    };
    const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = pointers.get(pointerId);
      if (!from) return;
      const to = { x: clientX, y: clientY };
      const otherPointer = [...pointers].find(([id]) => id !== pointerId)?.[1];
      pointers.set(pointerId, to);
      if (otherPointer) {
        const distanceFromOther = (at: typeof to) =>
          Math.max(1, Math.hypot(at.x - otherPointer.x, at.y - otherPointer.y));
        setView((view) => zoomView(view, distanceFromOther(to) / distanceFromOther(from), maxScaleOf(image.current)));
      } else setView((view) => ({ ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y }));
    };
    const release = ({ pointerId }: PointerEvent) => pointers.delete(pointerId);
    const onWheel = (event: WheelEvent) => {
      // On narrow screens the page itself scrolls past the picture, so the plain wheel scrolls the page.
      if (!event.ctrlKey && !matchMedia('(min-width: 80rem)').matches) return;
      event.preventDefault();
      setView((view) => zoomView(view, event.deltaY < 0 ? step : 1 / step, maxScaleOf(image.current)));
    };
    element.addEventListener('pointerdown', press);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', release);
    element.addEventListener('pointercancel', release);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      pointers.clear();
      element.removeEventListener('pointerdown', press);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', release);
      element.removeEventListener('pointercancel', release);
      element.removeEventListener('wheel', onWheel);
    };
  }, [stage, image, setView]);
}
