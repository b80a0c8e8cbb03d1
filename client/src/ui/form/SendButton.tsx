import { clsx } from 'clsx';
import { useId, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/lib/api/online.ts';
import { Button } from './Button.tsx';

type SendButtonProps = ComponentProps<typeof Button> & {
  /** Names the missing input below the button, which is disabled until then. */
  missing?: string | undefined;
  /** Brings the focus to the missing input, on a press while the button is disabled. */
  onMissing?: (() => void) | undefined;
  /** End-aligns the button in its row, and the text below it too; on a phone the text is above the whole row. */
  atEnd?: boolean | undefined;
};

/**
 * An action that needs the server: disabled, with the reason below it, while
 * that is unreachable or an input is missing.
 */
export function SendButton(props: SendButtonProps) {
  const {
    missing,
    onMissing,
    atEnd = false,
    busy: isBusy = false,
    disabled,
    'aria-describedby': describedBy,
    ...rest
  } = props;
  const { t } = useTranslation();
  const reasonId = useId();
  // A running action is not disabled: it ends with a response or with its own error message.
  const isOffline = !useOnline();
  const reason = isBusy ? undefined : isOffline ? t('offline.shut') : missing;
  return (
    <div
      data-send
      className={
        reason
          ? clsx('flex min-w-0 flex-col gap-1', atEnd && 'items-end text-end max-sm:contents', rest.wide && 'w-full')
          : 'contents'
      }
    >
      <Button
        key="action"
        {...rest}
        busy={isBusy}
        disabled={disabled || reason !== undefined}
        aria-describedby={clsx(describedBy, reason && reasonId) || undefined}
        onClickCapture={() => reason !== undefined && onMissing?.()}
      />
      {reason && (
        <p
          id={reasonId}
          className={clsx('max-w-[48ch] text-xs text-muted', atEnd && 'max-sm:order-first max-sm:basis-full')}
        >
          {reason}
        </p>
      )}
    </div>
  );
}
