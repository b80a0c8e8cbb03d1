import { Minus, X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { Mark } from '#client/ui/brand/Brand.tsx';
import { IconButton } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';

interface FrameProps {
  title: string;
  subtitle?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  /** Runs when the window is minimised; undefined for a window that cannot be. */
  onMinimise?: () => void;
  children: ReactNode;
}

/** A window of the dock: beside the page on wide screens, the whole screen on a phone. */
export function ChatFrame({ onMinimise, children, ...frame }: FrameProps) {
  const { t } = useTranslation('chat');
  const isWide = useMediaQuery('(min-width: 64rem)');
  const tools = onMinimise && (
    <IconButton label={t('minimise')} onClick={onMinimise}>
      <Minus className="size-5" />
    </IconButton>
  );
  if (isWide)
    return (
      <SidePanel {...frame} tools={tools}>
        {children}
      </SidePanel>
    );
  return (
    <Dialog open full {...frame} tools={tools}>
      <div className="flex h-full flex-col">{children}</div>
    </Dialog>
  );
}

function SidePanel({ title, subtitle, footer, tools, onClose, children }: FrameProps & { tools: ReactNode }) {
  const { t } = useTranslation('chat');
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  // On touch devices, focusing a field opens an unwanted screen keyboard.
  const hasKeys = useMediaQuery('(pointer: fine)');
  useEffect(() => {
    const element = panel.current;
    const previousFocus = document.activeElement;
    // The field takes the focus: a question can be typed at once.
    const field = hasKeys ? element?.querySelector('textarea') : undefined;
    (field ?? element)?.focus();
    return () => {
      // Returns the focus to the opener, unless the user has moved it meanwhile.
      if (previousFocus instanceof HTMLElement && (!document.activeElement || document.activeElement === document.body))
        previousFocus.focus();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the window is opened
  }, []);
  useEffect(() => {
    const element = panel.current;
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    element?.addEventListener('keydown', escape);
    return () => element?.removeEventListener('keydown', escape);
  }, [onClose]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="no-print fixed end-4 bottom-6 z-20 flex h-[min(600px,calc(100dvh-6rem))] w-95 flex-col rounded-sheet border border-line-strong bg-surface shadow-overlay xl:end-20"
    >
      <div className="flex items-center gap-3 border-b border-line p-4 pe-2">
        <span className="grid size-10 shrink-0 place-items-center rounded-full border border-line-strong">
          <Mark className="size-6" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="text-base">
            {title}
          </h2>
          {subtitle}
        </div>
        {tools}
        <IconButton label={t('close')} onClick={onClose}>
          <X className="size-5" />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col p-4">{children}</div>
      {footer && <div className="border-t border-line p-4">{footer}</div>}
    </section>
  );
}
