import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { movesFocusToLog } from '../chat.focus.ts';

interface LeaveEmailProps {
  /** Known already, for somebody who is signed in. */
  email?: string;
  /** Why it is asked for. */
  reason?: string;
  onSubmit: (email: string) => Promise<void>;
}

/** Where the answer is mailed to when nobody is in the chat. */
export function LeaveEmail({ email: known = '', reason, onSubmit }: LeaveEmailProps) {
  const { t } = useTranslation('chat');
  const [email, setEmail] = useState(known);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '' || busy) return;
    setBusy(true);
    await onSubmit(email.trim());
    setBusy(false);
  };
  return (
    <form ref={movesFocusToLog} className="card flex flex-col gap-3 p-4" onSubmit={(event) => void submit(event)}>
      {reason && <p className="text-sm">{reason}</p>}
      <TextInput
        label={t('escalate.label')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="tonal" busy={busy} disabled={email.trim() === ''}>
        {t('escalate.submit')}
      </Button>
    </form>
  );
}
