import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type CSSProperties, type ReactNode, useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../form/Button.tsx';
import { useSubmitKey } from '../form/submit-key.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Content below the title, such as a status or a reference. */
  subtitle?: ReactNode;
  /** Content next to the close button. */
  tools?: ReactNode;
  /** Buttons at the foot, which stays in sight. */
  footer?: ReactNode;
  /** While true neither Esc, the close button nor a press outside closes it: an upload or action is running. */
  locked?: boolean | undefined;
  /** True if the content is shown only once, so that only its own button closes the dialog. */
  once?: boolean | undefined;
  /** Fills a phone's whole screen instead of rising as a sheet. */
  full?: boolean | undefined;
  widthPx?: number | undefined;
  /** False if Ctrl Enter does nothing: the input may have been typed by mistake. */
  submitKey?: boolean | undefined;
  children: ReactNode;
}

const typedFields = ':is(input:not([type=file], [type=hidden], [type=checkbox], [type=radio]), textarea, select)';

/** A modal on the platform's own `<dialog>`: focus stays inside and goes back to where it was. A sheet on phones. */
export function Dialog({ open, ...dialogProps }: DialogProps) {
  return open ? <OpenDialog {...dialogProps} /> : null;
}

type OpenDialogProps = Omit<DialogProps, 'open'>;

function OpenDialog(props: OpenDialogProps) {
  const { onClose, title, subtitle, tools, footer, once = false, locked = once, full = false, widthPx = 560 } = props;
  const { submitKey = true, children } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isClosedHere = useRef(false);
  // A layout effect, because close() must run while the element is still mounted: only then focus returns.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would focus the close button: the purpose of the dialog comes first, a field or else its title.
    const first = element?.querySelector<HTMLElement>('[data-first-focus] :is(input, textarea, select, button)');
    const field = full ? null : element?.querySelector<HTMLElement>(`form ${typedFields}`);
    (first ?? field ?? element?.querySelector('h2'))?.focus();
    return () => {
      isClosedHere.current = element?.open ?? false;
      element?.close();
    };
  }, [full]);

  useScrollWhole(dialog);

  // The last button of the foot is the main action of the dialog.
  useSubmitKey(dialog, (element) => {
    if (submitKey) [...element.querySelectorAll<HTMLElement>('[data-foot] button, [type=submit]')].at(-1)?.click();
  });
  const leave = () => {
    if (!locked) onClose();
  };
  const closedByBrowser = () => {
    // While a part of it loads, React hides the screen and closes this dialog: it opens again by itself.
    if (isClosedHere.current) {
      isClosedHere.current = false;
      return;
    }
    // A second Esc closes it anyway: a locked dialog is opened again.
    if (locked && dialog.current?.isConnected) dialog.current.showModal();
    else if (dialog.current?.isConnected) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-full={full}
      className="sheet text-start"
      // The types of React know no custom properties.
      style={{ '--sheet-width': `${widthPx}px` } as CSSProperties}
      closedby={locked ? 'none' : 'any'}
      onCancel={(event) => {
        if (event.target !== dialog.current) return; // A file picker inside fires the same event.
        event.preventDefault();
        leave();
      }}
      onClose={(event) => event.target === event.currentTarget && closedByBrowser()}
    >
      <Head {...{ title, titleId, subtitle, tools, once, locked }} onClose={leave} />
      <div data-body className="min-h-0 flex-auto overflow-y-auto p-4 sm:p-6">
        {children}
      </div>
      {footer && (
        <div data-foot className="flex flex-wrap items-start justify-end gap-3 border-t border-line px-4 py-3 sm:px-6">
          {footer}
        </div>
      )}
    </dialog>
  );
}

/** Smallest visible height of a dialog's body, in px; below it head and foot scroll with the body. */
const minBodyPx = 360;

/** Large text, or a low window, leaves no room between head and foot: the dialog then scrolls as a whole. */
function useScrollWhole(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const body = dialog.current?.querySelector('[data-body]');
    if (!body) return undefined;
    const watch = new ResizeObserver(() => {
      const isCramped = body.clientHeight < minBodyPx && body.scrollHeight > body.clientHeight;
      // Once the dialog scrolls as a whole it keeps that layout until it is closed.
      if (isCramped) dialog.current?.setAttribute('data-whole', '');
    });
    watch.observe(body);
    return () => watch.disconnect();
  }, [dialog]);
}

type HeadProps = Pick<OpenDialogProps, 'title' | 'subtitle' | 'tools' | 'once' | 'locked' | 'onClose'> & {
  titleId: string;
};

/** No `<header>`: outside `<main>` it would be a second banner. */
function Head({ title, titleId, subtitle, tools, once, locked, onClose }: HeadProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start justify-between gap-4 border-b border-line py-4 ps-4 pe-2 sm:ps-6 sm:pe-3">
      <div className="flex min-w-0 flex-col items-start gap-2 pt-2">
        <h2 id={titleId} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        {subtitle}
      </div>
      <div className="flex">
        {tools}
        {!once && (
          <IconButton label={t('action.close')} aria-disabled={locked || undefined} onClick={onClose}>
            <X className="size-5" />
          </IconButton>
        )}
      </div>
    </div>
  );
}
