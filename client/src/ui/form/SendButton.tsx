import { clsx } from 'clsx';
import { useId, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/lib/api/online.ts';
import { Button } from './Button.tsx';

type SendButtonProps = ComponentProps<typeof Button> & {
  /** Stands at the end of its row: the words above it end there too. */
  atEnd?: boolean | undefined;
};

/**
 * A deed of a signed-in person that needs the server: shut while it cannot be reached, with the reason beside it, and open
 * again by itself.
 */
export function SendButton({
  atEnd = false,
  busy = false,
  disabled,
  'aria-describedby': describedBy,
  ...rest
}: SendButtonProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  // What is under way already is not shut: it ends with an answer or with its own word of what went wrong.
  const isOffline = !useOnline() && !busy;
  return (
    <div
      className={
        isOffline
          ? clsx('flex min-w-0 flex-col gap-2', atEnd && 'items-end text-end', rest.wide && 'w-full')
          : 'contents'
      }
    >
      {isOffline && (
        <p id={reasonId} className="max-w-[48ch] text-xs text-muted sm:text-sm">
          {t('offline.shut')}
        </p>
      )}
      <Button
        key="deed"
        {...rest}
        busy={busy}
        disabled={disabled || isOffline}
        aria-describedby={isOffline ? reasonId : describedBy}
      />
    </div>
  );
}
