import { clsx } from 'clsx';
import { useId, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/lib/api/online.ts';
import { Button } from './Button.tsx';

type SendButtonProps = ComponentProps<typeof Button> & {
  /** Text of the missing step; the button is disabled until then. */
  missing?: string | undefined;
  /** End-aligns the button in its row, and the text above it too. */
  atEnd?: boolean | undefined;
};

/** An action that needs the server: disabled, with the reason beside it, while that is unreachable or something is missing. */
export function SendButton(props: SendButtonProps) {
  const { missing, atEnd = false, busy = false, disabled, 'aria-describedby': describedBy, ...rest } = props;
  const { t } = useTranslation();
  const reasonId = useId();
  // A running action is not disabled: it ends with a response or with its own error message.
  const isOffline = !useOnline();
  const reason = busy ? undefined : isOffline ? t('offline.shut') : missing;
  return (
    <div
      data-send
      className={
        reason
          ? clsx('flex min-w-0 flex-col gap-2', atEnd && 'items-end text-end max-sm:w-full', rest.wide && 'w-full')
          : 'contents'
      }
    >
      {reason && (
        <p id={reasonId} className="max-w-[48ch] text-xs text-muted sm:text-sm">
          {reason}
        </p>
      )}
      <Button
        key="action"
        {...rest}
        busy={busy}
        disabled={disabled || reason !== undefined}
        aria-describedby={reason ? reasonId : describedBy}
      />
    </div>
  );
}
