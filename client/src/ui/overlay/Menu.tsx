import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface MenuProps {
  /** The button's content. */
  trigger: ReactNode;
  /** The button's accessible name, if its content is an icon. */
  label?: string | undefined;
  triggerClassName?: string | undefined;
  disabled?: boolean | undefined;
  /** MenuItem and MenuLink children; a press on any of them closes the menu. */
  children: ReactNode;
}

const gapPx = 8;

/** A button with a list of actions, on the platform's popover: light dismiss, Esc, focus back to the button. */
export function Menu({ trigger, label, triggerClassName, disabled = false, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const menu = list.current;
    const close = () => menu?.hidePopover();
    menu?.addEventListener('keydown', moveFocus);
    menu?.addEventListener('click', close);
    return () => {
      menu?.removeEventListener('keydown', moveFocus);
      menu?.removeEventListener('click', close);
    };
  }, []);
  useEffect(() => {
    if (!open) return undefined;
    const place = () => positionMenu(button.current, list.current);
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [open]);

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        disabled={disabled}
        aria-label={label}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="m-0 max-h-[70dvh] min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-1 text-ink shadow-overlay inset-auto"
        onToggle={(event) => {
          const isOpening = event.newState === 'open';
          setOpen(isOpening);
          if (!isOpening) return;
          positionMenu(button.current, list.current);
          if (list.current) entriesOf(list.current)[0]?.focus();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** Opens below the button, flush with its end, or above it if there is more space. */
function positionMenu(button: HTMLElement | null, menu: HTMLElement | null): void {
  if (!button || !menu) return;
  const from = button.getBoundingClientRect();
  const isAbove = from.bottom + menu.offsetHeight + gapPx > window.innerHeight && from.top > menu.offsetHeight + gapPx;
  menu.style.top = `${isAbove ? from.top - menu.offsetHeight - gapPx : from.bottom + gapPx}px`;
  const toEnd = document.documentElement.dir === 'rtl' ? from.left : from.right - menu.offsetWidth;
  menu.style.left = `${Math.max(gapPx, Math.min(toEnd, window.innerWidth - menu.offsetWidth - gapPx))}px`;
}

const entriesOf = (menu: Element): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('a, button')];

/** Arrow keys move through the entries, as in any menu; so does Tab. */
function moveFocus(event: KeyboardEvent): void {
  if (!(event.currentTarget instanceof Element)) return;
  const entries = entriesOf(event.currentTarget);
  const focusedIndex = entries.findIndex((entry) => entry === document.activeElement);
  const next = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  entries.at(next % entries.length)?.focus();
}

/** Classes of one entry, for links and buttons inside a Menu. */
export function menuItemClasses(isCurrent = false): string {
  return clsx(
    'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start text-base hover:bg-tide-soft',
    isCurrent ? 'font-medium text-tide' : 'text-ink',
  );
}
