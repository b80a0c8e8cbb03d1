import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatCountdown } from '#client/lib/format/clock.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { expiresAt, resendAt, type MailedCode } from '#client/lib/storage/mailed-codes.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { AttemptsLeft } from './AttemptsLeft.tsx';

interface MailedCodeNotesProps {
  mailed: MailedCode;
  isSending: boolean;
  onResend: () => void;
  /** The error of the last try. */
  refused: unknown;
  /** Beside it, such as a button for another address. */
  children?: ReactNode;
}

/** Below the cells of a mailed code: until when it can be typed, and when another one can be asked for. */
export function MailedCodeNotes({ mailed, isSending, onResend, refused, children }: MailedCodeNotesProps) {
  const { t } = useTranslation('auth');
  const wait = Math.max(0, Math.ceil((resendAt(mailed) - useNow(true)) / 1000));
  return (
    <>
      <AttemptsLeft code={String(mailed.mailedAt)} refused={refused} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        <span>{t('code.expires', { time: formatTime(expiresAt(mailed)) })}</span>
        {wait > 0 ? (
          <span className="figures">{t('code.resendIn', { time: formatCountdown(wait) })}</span>
        ) : (
          <Button text={t('code.resend')} variant="ghost" size="small" busy={isSending} onClick={onResend} />
        )}
        {children}
      </div>
    </>
  );
}
