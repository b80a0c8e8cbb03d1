import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { agentRequest } from '#shared/chat/chat.contract.ts';
import { movesFocusToLog } from '../chat.focus.ts';

const schema = agentRequest.pick({ email: true });

interface LeaveEmailProps {
  /** The reason why it is asked for. */
  reason: string | undefined;
  onSubmit: (email: string) => Promise<unknown>;
}

/** Asks where to mail the answer if no one is in the chat. */
export function LeaveEmail({ reason, onSubmit }: LeaveEmailProps) {
  const { t } = useTranslation('chat');
  const [form, field] = useContractForm(schema, { defaultValues: { email: '' } });
  const isEmpty = useWatch({ control: form.control, name: 'email' }).trim() === '';
  const { isSubmitting } = form.formState;
  return (
    <ShortForm
      form={form}
      ref={movesFocusToLog}
      className="card flex flex-col gap-3 p-4"
      onSubmit={({ email }) => onSubmit(email)}
    >
      {reason && <p className="text-sm">{reason}</p>}
      <TextInput label={t('escalate.label')} type="email" autoComplete="email" {...field('email')} />
      <Button text={t('escalate.submit')} type="submit" busy={isSubmitting} disabled={isEmpty} />
    </ShortForm>
  );
}
