import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { hasCode, isUnexplained } from '#client/lib/api/call.ts';
import { useSession } from '#client/lib/session/session.ts';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { asksForSecondFactor } from '#client/ui/form/secret/SecondFactorInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { login } from '#shared/auth/auth.contract.ts';
import { useSignIn } from '../auth.queries.ts';
import { storePending } from '../components/auth.pending-verification.ts';
import { useReturnTo } from '../components/auth.return-to.ts';
import { AuthFrame } from '../components/AuthFrame.tsx';
import { SignInFields } from '../components/SignInFields.tsx';

/** Sign-in for customers; an admin who comes here is sent to the admin area. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { path, query } = useReturnTo();
  const navigate = useNavigate();
  const isNew = isNewcomer(useLocation().state);
  const session = useSession();
  const signIn = useSignIn();
  const problemText = useProblemText();
  const textOf = (error: unknown) => (isUnexplained(error) ? t('login.refused') : problemText(error));
  const [form, field] = useContractForm(login.body, { defaultValues: { email: '', password: '' } });
  const [withCode, setWithCode] = useState(false);

  const home = session.status === 'signedIn' && session.user.isAdmin ? '/admin/dashboard' : (path ?? '/dashboard');
  useEffect(() => {
    if (session.status === 'signedIn') void navigate(home, { replace: true });
  }, [session.status, home, navigate]);

  const shownError = isUnexplained(signIn.error) ? textOf(signIn.error) : signIn.error;
  const submit = (values: z.output<typeof login.body>) => {
    signIn.mutate(values, {
      onSuccess: ({ secondFactorSetupRequired }) => {
        if (secondFactorSetupRequired) void navigate('/second-factor', { replace: true });
      },
      onError: (error) => {
        if (hasCode(error, 'verification_required')) {
          storePending({ email: values.email, userId: textIn(error.data['userId']) });
          void navigate(`/verify-otp${query}`, { state: { email: values.email } });
          return;
        }
        if (asksForSecondFactor(error)) return setWithCode(true);
        form.resetField('password');
      },
    });
  };

  return (
    <AuthFrame title={t('login.title')} short>
      {isNew && <RegisterLink query={query} isNew />}
      <Form
        form={form}
        onSubmit={submit}
        // A missing or wrong code is reported at its field.
        error={asksForSecondFactor(signIn.error) ? null : shownError}
        errorTitle={t('login.failed')}
      >
        <SignInFields
          {...{ field, withCode }}
          refusal={signIn.error}
          aside={<ForgotLink control={form.control} query={query} />}
        />
        <Button type="submit" variant={isNew ? 'outline' : 'filled'} wide busy={signIn.isPending}>
          {t('login.submit')}
        </Button>
      </Form>
      {!isNew && <RegisterLink query={query} />}
      <Legal />
    </AuthFrame>
  );
}

/** Passes the typed address along. */
function ForgotLink({ control, query }: { control: Control<z.input<typeof login.body>>; query: string }) {
  const { t } = useTranslation('auth');
  return (
    <Link
      to={`/forgot-password${query}`}
      state={{ email: useWatch({ control, name: 'email' }) }}
      className="text-link -my-2 inline-flex min-h-11 items-center self-start text-sm"
    >
      {t('login.forgot')}
    </Link>
  );
}

/** True if "Get Started" led here: that link opens the sign-in, and most visitors who press it have no account yet. */
const isNewcomer = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isNew' in state;

/** The link to register: as large as the sign-in, and before it where new customers are expected. */
function RegisterLink({ query, isNew = false }: { query: string; isNew?: boolean }) {
  const { t } = useTranslation('auth');
  return (
    <div className={clsx('flex flex-col gap-3 border-line', isNew ? 'border-b pb-6' : 'border-t pt-6')}>
      <p className="text-sm text-muted">{t('login.noAccount')}</p>
      <ButtonLink text={t('login.create')} to={`/register${query}`} variant={isNew ? 'filled' : 'outline'} wide />
    </div>
  );
}

/** The two legal pages open in a new tab, so that the typed form stays. */
function Legal() {
  const { t } = useTranslation('auth');
  return (
    <p className="text-sm text-faint">
      <a href="/terms-of-service" className="text-link">
        {t('legal.terms')}
      </a>
      {' · '}
      <a href="/privacy-policy" className="text-link">
        {t('legal.privacy')}
      </a>
    </p>
  );
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
