import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { forgotPassword } from '#shared/auth/auth.contract.ts';
import { useForgotPassword } from '../auth.queries.ts';
import { useHandedEmail, useReturnTo } from '../components/auth.return-to.ts';
import { AuthFrame } from '../components/AuthFrame.tsx';

/** Asks for a link to set a new password; the answer is the same for every address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  const { query } = useReturnTo();
  const request = useForgotPassword();
  const [form, field] = useContractForm(forgotPassword.body, { defaultValues: { email: useHandedEmail() ?? '' } });

  return (
    <AuthFrame title={t('forgot.title')} lede={t('forgot.lede')} step={request.isSuccess ? 'sent' : undefined} short>
      {request.isSuccess ? (
        <Note tone="info" announce>
          {t('forgot.sent', { email: form.getValues('email') })}
        </Note>
      ) : (
        <Form
          form={form}
          onSubmit={(values) => request.mutate(values)}
          error={request.error}
          errorTitle={t('forgot.failed')}
        >
          <TextInput
            label={t('field.email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            {...field('email')}
          />
          <Button text={t('forgot.submit')} type="submit" variant="filled" wide busy={request.isPending} />
        </Form>
      )}
      <Link to={`/login${query}`} className="text-link inline-flex min-h-11 items-center self-start">
        {t('forgot.back')}
      </Link>
    </AuthFrame>
  );
}
