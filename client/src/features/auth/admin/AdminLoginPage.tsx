import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Logo } from '#client/ui/brand/Brand.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { withMessage } from '#client/ui/form/contract-schemas.ts';
import { Form } from '#client/ui/form/Form.tsx';
import { toFieldError } from '#client/ui/form/schema-resolver.ts';
import { asksForSecondFactor } from '#client/ui/form/secret/SecondFactorInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { login } from '#shared/auth/auth.contract.ts';
import { reason } from '#shared/kernel/reason.ts';
import { beginSetup } from '../auth.begun-setup.ts';
import { useAdminSignIn } from '../auth.queries.ts';
import { useReturnTo } from '../components/auth.return-to.ts';
import { SignInFields } from '../components/SignInFields.tsx';

const missingReason = reason('credentials_required');
const { email, password, code } = login.body.shape;
const adminLogin = z.object({
  email: withMessage(email, missingReason),
  password: withMessage(password, missingReason),
  code,
});

/** The sign-in page of the admin side. A user who is no administrator sees the message of a wrong password. */
export function AdminLoginPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { path } = useReturnTo();
  const session = useSession();
  const signIn = useAdminSignIn();
  const setup = useMutation({ mutationFn: beginSetup });
  const [refusalText, setRefusalText] = useState<string>();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [form, field] = useContractForm(adminLogin, { defaultValues: { email: '', password: '' } });
  const textOf = useProblemText();
  const errorText = useErrorText();
  useStartInField(form.setFocus);
  const home = path?.startsWith('/admin/') ? path : '/admin/dashboard';

  if (session.status === 'signedIn' && session.user.isAdmin) return <Navigate to={home} replace />;

  const submit = (values: z.output<typeof adminLogin>) => {
    setRefusalText(undefined);
    signIn.mutate(values, {
      onSuccess: ({ isAdmin, secondFactorSetupRequired }) => {
        if (secondFactorSetupRequired)
          setup.mutate(values.password, {
            onSuccess: () => void navigate('/second-factor', { replace: true }),
            onError: (error) => setRefusalText(textOf(error)),
          });
        else if (isAdmin) void navigate(home, { replace: true });
        else setRefusalText(errorText({ reason: 'credentials_wrong' }));
      },
      onError: (error) => {
        if (asksForSecondFactor(error)) {
          setCodeAsked(true);
          if (hasCode(error, 'invalid_code')) form.setError('code', toFieldError(error));
          return;
        }
        form.resetField('password');
        const isCredentialsRefusal = error instanceof CallError && (error.status === 401 || error.status === 403);
        setRefusalText(isCredentialsRefusal ? errorText({ reason: 'credentials_wrong' }) : textOf(error));
      },
    });
  };

  return (
    <main id="main" className="flex flex-1 flex-col items-center justify-center bg-sunken px-4 py-12">
      <div className="card flex w-full max-w-[440px] flex-col gap-6 p-6 md:p-8">
        <div className="flex items-center justify-between">
          <Logo />
          <span className="rounded-control border border-line-strong px-2 py-0.5 font-mono text-xs">
            {t('admin.tag')}
          </span>
        </div>
        <header>
          <PageTitle title={t('admin.title')} />
          <p className="mt-1 text-sm text-muted">{t('admin.lede')}</p>
        </header>
        <Form form={form} onSubmit={submit} error={refusalText} errorTitle={t('admin.failed')}>
          <SignInFields field={field} withCode={isCodeAsked} refusal={signIn.error} />
          <Button
            text={t('admin.submit')}
            type="submit"
            variant="filled"
            wide
            busy={signIn.isPending || setup.isPending}
          />
          <Link to="/forgot-password" className="text-link -my-2 inline-flex min-h-11 items-center self-start text-sm">
            {t('login.forgot')}
          </Link>
        </Form>
      </div>
    </main>
  );
}

/** Starts a visit in the first field; whoever comes from another page keeps the focus on the heading. */
function useStartInField(setFocus: (name: 'email') => void): void {
  useEffect(() => {
    if (document.activeElement === document.body) setFocus('email');
  }, [setFocus]);
}
