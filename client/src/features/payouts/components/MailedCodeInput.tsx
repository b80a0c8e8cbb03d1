import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MailedCodeNotes } from '#client/features/auth/components/MailedCodeNotes.tsx';
import { call, hasCode } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { clearMailedCode, readMailedCode, storeMailedCode } from '#client/lib/storage/mailed-codes.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { CodeInput } from '#client/ui/form/secret/CodeInput.tsx';

/** Forgets the code that was mailed for a change of the payout account of an order. */
export const clearAccountCode = (orderId: string): void => clearMailedCode(nameOf(orderId));

const nameOf = (orderId: string) => `payout-code-${orderId}`;

/** The mailed code: restored after a reload, as the code in the mail still works. */
export function useMailedCode(id: string) {
  const [mailedCode] = useState(() => readMailedCode(nameOf(id)));
  const [mailed, setMailed] = useState(mailedCode);
  const send = useWrite(() => call('POST /api/transactions/:id/payout-details/code', { params: { id } }));
  const mail = () => send.mutate(undefined, { onSuccess: () => setMailed(storeMailedCode(nameOf(id))) });
  return { found: mailedCode, mailed, send, mail };
}

type MailedCodeProps = ReturnType<typeof useMailedCode> & {
  typed: string;
  /** The error of the last attempt. */
  refusal: unknown;
  onChange: (code: string) => void;
  /** Runs after the sixth digit. */
  onComplete: (code: string) => void;
};

/** Says that a code was mailed, takes it and sends another one; nothing before the first mail. */
export function MailedCodeInput({ found, mailed, send, mail, typed, refusal, onChange, onComplete }: MailedCodeProps) {
  const { t } = useTranslation(['payouts.details', 'auth']);
  const textOf = useProblemText();
  if (!mailed) return null;
  const isWrong = hasCode(refusal, 'invalid_code');
  return (
    <div className="flex flex-col gap-3">
      <Note tone="info" announce>
        {mailed === found ? t('auth:code.kept', { time: formatTime(mailed.mailedAt) }) : t('codeSent')}
      </Note>
      <CodeInput
        label={t('auth:code.label')}
        value={typed}
        onChange={onChange}
        onComplete={onComplete}
        refusal={isWrong ? refusal : undefined}
        error={isWrong ? textOf(refusal) : undefined}
      />
      <MailedCodeNotes mailed={mailed} isSending={send.isPending} onResend={mail} refusal={refusal} />
    </div>
  );
}
