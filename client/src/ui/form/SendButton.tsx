import { clsx } from 'clsx';
import { useId, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/lib/api/online.ts';
import { Button } from './Button.tsx';

type SendButtonProps = ComponentProps<typeof Button> & {
  /** End-aligns the button in its row, and the text above it too. */
  atEnd?: boolean | undefined;
};

/** An action that needs the server: disabled, with the reason beside it, while the server is unreachable. */
export function SendButton(props: SendButtonProps) {
  const { atEnd = false, busy = false, disabled, 'aria-describedby': describedBy, ...rest } = props;
  const { t } = useTranslation();
  const reasonId = useId();
  // A running action is not disabled: it ends with a response or with its own error message.
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
        key="action"
        {...rest}
        busy={busy}
        disabled={disabled || isOffline}
        aria-describedby={isOffline ? reasonId : describedBy}
      />
    </div>
  );
}
