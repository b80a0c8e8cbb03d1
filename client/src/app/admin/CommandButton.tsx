import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#client/ui/data/Kbd.tsx';

const CommandMenu = lazy(async () => ({ default: (await import('./CommandMenu.tsx')).CommandMenu }));

const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Opens the command menu, as does Ctrl K, on a Mac with the command key. Only the visible one listens. */
export function CommandButton({ folding = false }: { folding?: boolean }) {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCall = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k';
      if (!isCall || !button?.checkVisibility()) return;
      event.preventDefault();
      // Over another dialog it would ask to leave what is being decided.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [button]);
  return (
    <>
      <button
        ref={setButton}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('command.open')}
        className={clsx(
          'flex min-h-9 items-center rounded-control text-muted hover:text-ink pointer-coarse:min-h-11',
          folding
            ? 'mb-1 w-full gap-1.5 border border-line px-1.5 max-xl:justify-center'
            : 'size-11 justify-center hover:bg-tide-soft',
        )}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" className={folding ? 'size-4.5 shrink-0' : 'size-5'} strokeWidth={1.75} />
        <span className={clsx(folding ? 'truncate text-start max-xl:sr-only' : 'sr-only')}>{t('command.open')}</span>
        {folding && (
          <span aria-hidden="true" className="ms-auto shrink-0 whitespace-nowrap max-xl:hidden">
            <Kbd>{keys}</Kbd>
          </span>
        )}
      </button>
      <Suspense>{open && <CommandMenu onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
