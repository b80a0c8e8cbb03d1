import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { controlClasses, FieldError } from '#client/ui/form/Field.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { subscribe as subscribeContract } from '#shared/newsletter/newsletter.contract.ts';
import { languages } from '#shared/reference/languages.ts';
import { subscribe } from '../newsletter.queries.ts';

const schema = subscribeContract.body.pick({ email: true });

/** An address field, a button, and a message about the mail on its way. */
export function SubscribeForm() {
  const { t, i18n } = useTranslation('newsletter');
  // Text that is typed before the form is hydrated would be lost.
  const isHydrated = useHydrated();
  const [form] = useContractForm(schema, { defaultValues: { email: '' }, reValidateMode: 'onSubmit' });
  const { id, error, ...input } = useFields(form)('email');
  const send = useMutation({ mutationFn: subscribe });
  const submit = ({ email }: z.output<typeof schema>) => {
    const language = languages.find(({ code }) => code === i18n.language)?.code;
    if (!send.isPending) send.mutate({ email, language });
  };
  if (send.isSuccess) {
    return (
      <output className="rounded-control bg-completed-soft px-3 py-2.5 text-completed wrap-anywhere">
        {t('sent', { email: form.getValues('email').trim() })}
      </output>
    );
  }
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-2"
      onSubmit={submit}
      onChange={() => form.clearErrors()}
      error={send.error}
    >
      <label htmlFor={id}>{t('text')}</label>
      <div className="flex gap-2">
        <input
          {...input}
          id={id}
          type="email"
          autoComplete="email"
          readOnly={!isHydrated}
          placeholder={t('placeholder')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={controlClasses}
        />
        <Button
          text={t('send')}
          type="submit"
          className="min-h-12"
          busy={send.isPending}
          icon={<Send className="size-4 rtl:-scale-x-100" />}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
      <Problem error={send.error} />
    </ShortForm>
  );
}
