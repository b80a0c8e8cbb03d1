import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { useRegister } from '../auth.queries.ts';
import { Accepting } from '../components/Accepting.tsx';
import {
  clearPending,
  readRegistration,
  storePending,
  timesHere,
  type PendingVerification,
} from '../components/auth.pending-verification.ts';
import {
  emptyRegistration,
  registrationForm,
  toRegistration,
  type RegistrationForm,
  type RegistrationValues,
} from '../components/auth.registration-form.ts';
import { useReturnTo } from '../components/auth.return-to.ts';
import { AuthFrame } from '../components/AuthFrame.tsx';
import { CodeStep } from '../components/CodeStep.tsx';
import { RegistrationFields } from '../components/RegistrationFields.tsx';

/** The screen to open an account: the form first, then the code from the mail. */
export function RegisterPage() {
  const [verification, setVerification] = useState(readRegistration);
  const [search, setSearch] = useSearchParams();
  // A code from before this page load is asked for at once; after the form the step has its own address, so that Back
  // leads to the form.
  const [isResumed, setResumed] = useState(verification !== undefined);
  const [form] = useContractForm(registrationForm, {
    mode: 'onTouched',
    defaultValues: emptyRegistration(navigator.languages),
  });
  const startOver = () => {
    clearPending();
    setVerification(undefined);
    setResumed(false);
    setSearch(withoutStep, { replace: true });
  };
  const confirm = (verification: PendingVerification) => {
    setVerification(verification);
    setSearch((params) => new URLSearchParams([...params, ['step', 'code']]));
  };
  return verification && (isResumed || search.get('step') === 'code') ? (
    <ConfirmRegistration verification={verification} onPending={setVerification} onChange={startOver} />
  ) : (
    <Details form={form} onRegistered={confirm} />
  );
}

function withoutStep(search: URLSearchParams): URLSearchParams {
  search.delete('step');
  return search;
}

interface DetailsProps {
  form: UseFormReturn<RegistrationForm, unknown, RegistrationValues>;
  onRegistered: (verification: PendingVerification) => void;
}

function Details({ form, onRegistered }: DetailsProps) {
  const { t, i18n } = useTranslation('auth');
  const { query } = useReturnTo();
  const register = useRegister();
  const errorTextOf = useFieldErrorText();

  const submit = (values: RegistrationValues) => {
    register.mutate(toRegistration(values, i18n.language), {
      onSuccess: ({ email, user, ...times }) => {
        const verification = { email, userId: user.id, ...timesHere(times) };
        storePending(verification);
        onRegistered(verification);
      },
    });
  };
  return (
    <AuthFrame
      title={t('register.title')}
      lede={
        <>
          {t('register.haveOne')}{' '}
          <Link to={`/login${query}`} className="text-link font-medium">
            {t('login.submit')}
          </Link>
        </>
      }
    >
      <Form
        form={form}
        onSubmit={submit}
        error={register.error}
        errorTitle={t('register.failed')}
        onRefused={({ ageConfirmed }) => {
          if (ageConfirmed) toast({ title: t('register.ageTitle'), text: errorTextOf(ageConfirmed), tone: 'problem' });
        }}
        className="flex flex-col gap-8"
      >
        <RegistrationFields form={form} />
        <div className="flex flex-col gap-6">
          <Button text={t('register.submit')} type="submit" variant="filled" wide busy={register.isPending} />
          <Accepting text="legal.accepting" />
        </div>
      </Form>
    </AuthFrame>
  );
}

interface ConfirmProps {
  verification: PendingVerification;
  onPending: (verification: PendingVerification) => void;
  onChange: () => void;
}

function ConfirmRegistration({ verification, onPending, onChange }: ConfirmProps) {
  const { t } = useTranslation('auth');
  const { path } = useReturnTo();
  const navigate = useNavigate();
  return (
    <AuthFrame
      title={t('code.title')}
      step="code"
      short
      lede={
        <>
          {t('code.to')} <bdi className="font-medium text-ink">{shownEmail(verification.email)}</bdi>. {t('code.wrong')}{' '}
          <button type="button" className="text-link font-medium" onClick={onChange}>
            {t('code.change')}
          </button>
        </>
      }
    >
      <CodeStep
        verification={verification}
        onPending={onPending}
        onConfirmed={() => void navigate(path ?? '/dashboard', { replace: true })}
        failedTitle={t('code.failed')}
        resendFailedTitle={t('code.resendFailed')}
      />
    </AuthFrame>
  );
}
