import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatCountdown } from '#client/lib/format/clock.ts';
import { formatTime } from '#client/lib/format/format.ts';
import type { MailedCode } from '#client/lib/storage/mailed-codes.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { AttemptsLeft } from './AttemptsLeft.tsx';

interface MailedCodeNotesProps {
  mailed: MailedCode;
  isSending: boolean;
  onResend: () => void;
  /** The error of the last try. */
  refusal: unknown;
  /** Shown next to it, such as a button for another address. */
  children?: ReactNode;
}

/** Below the cells of a mailed code: until when it can be typed, and when another one can be asked for. */
export function MailedCodeNotes({ mailed, refusal, ...clock }: MailedCodeNotesProps) {
  return (
    <>
      <AttemptsLeft code={String(mailed.mailedAt)} refusal={refusal} />
      <CodeClock expiresAt={mailed.expiresAt} resendAt={mailed.resendAt} {...clock} />
    </>
  );
}

type CodeClockProps = Pick<MailedCodeNotesProps, 'isSending' | 'onResend' | 'children'> & {
  /** Time at which the code expires, by this device's clock, in ms; undefined where no code is known. */
  expiresAt: number | undefined;
  resendAt: number;
  /** True if no address is known to which another code could be sent. */
  isOff?: boolean;
};

/** Shows until when a code works, or that it has expired, and the button for another one with its clock. */
export function CodeClock({ expiresAt: end, resendAt: next, isSending, isOff, onResend, children }: CodeClockProps) {
  const { t } = useTranslation('auth');
  const now = useNow(end !== undefined || next > 0);
  const wait = Math.max(0, Math.ceil((next - now) / 1000));
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
      <span>{end !== undefined && t(end > now ? 'code.expires' : 'code.expired', { time: formatTime(end) })}</span>
      {wait > 0 ? (
        <span className="figures">{t('code.resendIn', { time: formatCountdown(wait) })}</span>
      ) : (
        <Button
          text={t('code.resend')}
          variant="ghost"
          size="small"
          className="-mx-2"
          busy={isSending}
          disabled={isOff}
          onClick={onResend}
        />
      )}
      {children}
    </div>
  );
}
