import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';

interface TooltipProps {
  text: ReactNode;
  /** Gets `aria-describedby`; wraps one control. */
  children: (describedBy: string | undefined) => ReactElement;
}

const openAfterMs = 700;
const skipWithinMs = 300;
const gapPx = 8;

// A user who reads one tooltip after another does not wait again.
let lastClosedAt = 0;

/** A hint about a control, on hover after 700 ms and on focus at once. Never the only place of a detail. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const [around, popup] = [anchor.current, bubble.current];
    if (!around || !popup) return undefined;
    const show = () => {
      popup.showPopover();
      const from = around.getBoundingClientRect();
      // The popup stands beside the control if the window has space: controls are stacked.
      const leftPx = from.left - popup.offsetWidth - gapPx;
      popup.style.left = `${leftPx > 0 ? leftPx : from.right + gapPx}px`;
      const middlePx = from.top + from.height / 2 - popup.offsetHeight / 2;
      popup.style.top = `${Math.max(gapPx, Math.min(middlePx, window.innerHeight - popup.offsetHeight - gapPx))}px`;
      setOpen(true);
    };
    const hide = () => {
      clearTimeout(timer.current);
      if (popup.matches(':popover-open')) lastClosedAt = Date.now();
      popup.hidePopover();
      setOpen(false);
    };
    const showSoon = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(show, Date.now() - lastClosedAt < skipWithinMs ? 0 : openAfterMs);
    };
    const focus = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const wiring = {
      mouseenter: showSoon,
      mouseleave: hide,
      focusin: focus,
      focusout: hide,
      // The listeners have one type; the name decides the event.
      keydown: escape as (event: Event) => void,
    };
    for (const [type, handler] of Object.entries(wiring)) around.addEventListener(type, handler);
    return () => {
      clearTimeout(timer.current);
      for (const [type, handler] of Object.entries(wiring)) around.removeEventListener(type, handler);
    };
  }, []);

  return (
    <span ref={anchor} className="inline-flex">
      {children(open ? id : undefined)}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none inset-auto m-0 max-w-64 rounded-control border border-line bg-raised px-2.5 py-1.5 text-sm text-ink shadow-overlay"
      >
        {text}
      </span>
    </span>
  );
}
