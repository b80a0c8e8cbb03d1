import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { registerToaster, type ToastMessage } from './toast.ts';

const displayMs = 5_000;
const swipePx = 50;

/** The topmost dialog, the only content that can be seen and reached while it is open. */
const frontDialog = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? null;

/**
 * Shows toasts, one at a time for 5 s: over the header, where they cover no field and no error; at the foot of a
 * screen without a header; inside an open dialog, because everything behind it is covered.
 */
export function Toaster() {
  const { t } = useTranslation();
  const [shownToast, setShownToast] = useState<{ message: ToastMessage; id: number }>();
  const { pathname } = useLocation();
  const [shownPath, setShownPath] = useState(pathname);
  // A message disappears with the screen that it is about.
  if (shownPath !== pathname) {
    setShownPath(pathname);
    if (!shownToast?.message.stays) setShownToast(undefined);
  }
  useEffect(
    () => registerToaster((message) => setShownToast((lastToast) => ({ message, id: (lastToast?.id ?? 0) + 1 }))),
    [],
  );
  const dialog = useFrontDialog(shownToast !== undefined);
  // The administration has no header: its lists begin with their tools, at the top.
  const isAdmin = pathname.startsWith('/admin');
  const viewport = (
    <section
      aria-label={t('toast.label')}
      className={clsx(
        'fixed start-4 end-4 top-2 z-30 mx-auto max-w-96',
        isAdmin && !dialog && 'md:top-auto md:bottom-4',
      )}
    >
      {/* Stays in the page: a screen reader announces what changes inside a live region, not one that appears. */}
      <output className="block">
        {shownToast && (
          <ToastCard key={shownToast.id} message={shownToast.message} onClose={() => setShownToast(undefined)} />
        )}
      </output>
    </section>
  );
  return dialog ? createPortal(viewport, dialog) : viewport;
}

/** The topmost dialog, tracked while a message is shown: it may close before the message does. */
const useFrontDialog = (isShown: boolean) =>
  useSyncExternalStore(
    isShown ? followDialogs : subscribeToNothing,
    isShown ? frontDialog : emptySnapshot,
    emptySnapshot,
  );

const emptySnapshot = () => null;
const subscribeToNothing = () => () => undefined;

function followDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

function ToastCard({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [isPaused, setPaused] = useState(false);
  // Uses pointermove, not pointerenter: a toast that appears under a resting mouse still closes by itself.
  const swipe = useSwipe(i18n.dir() === 'rtl' ? -1 : 1, onClose, ({ pointerType }) =>
    setPaused(pointerType === 'mouse'),
  );
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(onClose, displayMs);
    return () => clearTimeout(timer);
  }, [isPaused, onClose]);
  const problem = message.tone === 'problem';
  const Icon = problem ? CircleAlert : CircleCheck;
  return (
    <div
      {...swipe}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="toast flex touch-pan-y items-start gap-3 rounded-card border border-line bg-raised py-3 ps-4 pe-1 text-sm shadow-overlay"
    >
      <Icon className={problem ? 'mt-0.5 size-5 text-rejected' : 'mt-0.5 size-5 text-completed'} />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="font-medium">{message.title}</p>
        {message.text && <p className="text-muted">{message.text}</p>}
        {message.subject && (
          <p className="wrap-anywhere text-muted">
            <bdi>{message.subject}</bdi>
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label={t('action.dismiss')}
        onClick={onClose}
        className="-my-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
      >
        <X className="size-4" strokeWidth={2} />
      </button>
    </div>
  );
}

/**
 * Moves a card with the finger and calls `onSwiped` once it was moved far enough to one side: 1 to the right, -1 to the
 * left.
 */
function useSwipe(side: 1 | -1, onSwiped: () => void, onMove: (event: PointerEvent) => void) {
  const startX = useRef<number>(undefined);
  const distance = (event: PointerEvent) =>
    startX.current === undefined ? 0 : Math.max(0, (event.clientX - startX.current) * side);
  const end = (event: PointerEvent<HTMLElement>) => {
    const isSwiped = event.type === 'pointerup' && distance(event) > swipePx;
    startX.current = undefined;
    event.currentTarget.style.translate = '';
    if (isSwiped) onSwiped();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // The target of a pointer event is an element.
      if (event.pointerType === 'mouse' || (event.target as Element).closest('button')) return;
      startX.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      onMove(event);
      event.currentTarget.style.translate = `${distance(event) * side}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
