import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';

interface View {
  scale: number;
  /** Shift in px from the middle. */
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

/** The scale in which each pixel of a picture is one of the screen. */
function actualScaleOf({ naturalWidth, naturalHeight, offsetWidth, offsetHeight }: HTMLImageElement): number {
  // The longer side is more exact, since these are whole pixels.
  return naturalWidth > naturalHeight ? naturalWidth / offsetWidth : naturalHeight / offsetHeight;
}

/** The largest scale of a picture: a long one, fitted to its place, must grow much to be read. */
function maxScaleOf(image: HTMLImageElement | null): number {
  return Math.max(8, image?.offsetWidth ? 2 * actualScaleOf(image) : 0);
}

function zoomView(view: View, factor: number, maxScale: number): View {
  const scale = Math.min(maxScale, Math.max(minScale, view.scale * factor));
  const appliedFactor = scale / view.scale;
  return { ...view, scale, x: view.x * appliedFactor, y: view.y * appliedFactor };
}

/** Margin in px around a picture that is fitted to its frame. */
const margin = 16;

/** The first view of a picture: fitted, or for a long or full-size one its upper edge. */
function firstView(stage: HTMLElement, image: HTMLImageElement, inFullSize: boolean): Partial<View> {
  const { offsetWidth, offsetHeight, naturalWidth } = image;
  const width = inFullSize ? naturalWidth : Math.min(naturalWidth, stage.clientWidth - 2 * margin);
  if (!inFullSize && offsetWidth * 3 > width) return {};
  const scale = (actualScaleOf(image) * width) / naturalWidth;
  const overhang = (offsetHeight * scale - stage.clientHeight) / 2 + margin;
  return { scale, y: Math.max(0, overhang) };
}

/** The view of an image: zoom, shift, rotation, brightness. Pointers on `board` drag it, two or the wheel zoom. */
export function useImageView(
  board: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
  image: RefObject<HTMLImageElement | null>,
) {
  const [view, setShownView] = useState(fitted);
  /** True if the picture is shown in full size, until its first change. */
  const openedInFullSize = useRef<boolean>(undefined);
  const [actions, setView] = useMemo(() => {
    const setView: typeof setShownView = (change) => {
      openedInFullSize.current = undefined;
      setShownView(change);
    };
    const showFirst = () => {
      const around = stage.current;
      const picture = image.current;
      if (openedInFullSize.current === undefined || !around || !picture?.offsetWidth) return;
      const first = firstView(around, picture, openedInFullSize.current);
      setShownView(({ brightness }) => ({ ...fitted, ...first, brightness }));
    };
    const made = {
      open: (inFullSize: boolean) => {
        openedInFullSize.current = inFullSize;
        showFirst();
      },
      showFirst,
      zoomIn: () => setView((previous) => zoomView(previous, step, maxScaleOf(image.current))),
      zoomOut: () => setView((previous) => zoomView(previous, 1 / step, maxScaleOf(image.current))),
      fit: () => setView(({ brightness }) => ({ ...fitted, brightness })),
      rotate: () =>
        setView((previous) => ({ ...previous, quarterRotations: previous.quarterRotations + 1, x: 0, y: 0 })),
      brighten: () =>
        setView((previous) => ({
          ...previous,
          brightness:
            brightnessLevels[(brightnessLevels.findIndex((item) => item === previous.brightness) + 1) % 4] ?? 100,
        })),
    };
    return [made, setView] as const;
  }, [stage, image]);
  usePointers(board, image, setView);

  const { showFirst } = actions;
  // Texts below the picture may arrive after it, and leave its place another height.
  useEffect(() => {
    const watch = new ResizeObserver(showFirst);
    if (stage.current) watch.observe(stage.current);
    return () => watch.disconnect();
  }, [stage, showFirst]);

  const fitScale = useFitScale(stage, image, view.quarterRotations);
  const style = {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale * fitScale}) rotate(${view.quarterRotations * 90}deg)`,
    filter: view.brightness === 100 ? undefined : `brightness(${view.brightness}%)`,
  };
  return { view, style, ...actions };
}

/** Returns by how much a picture that was turned by 90° must shrink or may grow to fit its stage. */
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
    const press = ({ pointerId, clientX, clientY, button, target }: PointerEvent) => {
      // A link on the board is followed: a captured pointer would swallow its click.
      if (button !== 0 || (target instanceof Element && target.closest('a'))) return;
      pointers.set(pointerId, { x: clientX, y: clientY });
      element.setPointerCapture(pointerId);
    };
    const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
      const previousPoint = pointers.get(pointerId);
      if (!previousPoint) return;
      const point = { x: clientX, y: clientY };
      const otherPoint = [...pointers].find(([id]) => id !== pointerId)?.[1];
      pointers.set(pointerId, point);
      if (otherPoint) {
        const distanceTo = (at: typeof point) => Math.max(1, Math.hypot(at.x - otherPoint.x, at.y - otherPoint.y));
        setView((previous) =>
          zoomView(previous, distanceTo(point) / distanceTo(previousPoint), maxScaleOf(image.current)),
        );
      } else
        setView((previous) => ({
          ...previous,
          x: previous.x + point.x - previousPoint.x,
          y: previous.y + point.y - previousPoint.y,
        }));
    };
    const release = ({ pointerId }: PointerEvent) => pointers.delete(pointerId);
    const wheel = (event: WheelEvent) => {
      // On narrow screens the page itself scrolls past the picture, so the plain wheel scrolls the page.
      if (!event.ctrlKey && !matchMedia('(min-width: 80rem)').matches) return;
      event.preventDefault();
      setView((previous) => zoomView(previous, event.deltaY < 0 ? step : 1 / step, maxScaleOf(image.current)));
    };
    element.addEventListener('pointerdown', press);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', release);
    element.addEventListener('pointercancel', release);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      pointers.clear();
      element.removeEventListener('pointerdown', press);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', release);
      element.removeEventListener('pointercancel', release);
      element.removeEventListener('wheel', wheel);
    };
  }, [stage, image, setView]);
}
