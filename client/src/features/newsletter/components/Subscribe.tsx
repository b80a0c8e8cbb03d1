import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/reference/languages.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { controlClasses, FieldError } from '#client/ui/form/Field.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { subscribe } from '../newsletter.queries.ts';

/** An address, a press, and a word about the mail that is on its way. */
export function Subscribe() {
  const { t, i18n } = useTranslation('newsletter');
  const id = useId();
  // What is typed into a picture would be lost.
  const isHydrated = useHydrated();
  const [email, setEmail] = useState('');
  const [invalidEmail, setInvalidEmail] = useState(false);
  const send = useMutation({ mutationFn: subscribe });
  const submit = () => {
    const isInvalid = !/^\S+@\S+\.\S+$/.test(email.trim());
    setInvalidEmail(isInvalid);
    const language = languages.find(({ code }) => code === i18n.language)?.code;
    if (!isInvalid && !send.isPending) send.mutate({ email, language });
  };
  return (
    <section aria-labelledby={`${id}-title`} className="flex min-w-0 flex-col gap-2">
      <h2 id={`${id}-title`} className="text-sm font-semibold tracking-normal text-ink">
        {t('title')}
      </h2>
      {send.isSuccess ? (
        <output className="rounded-control bg-completed-soft px-3 py-2.5 text-completed wrap-anywhere">
          {t('sent', { email: send.variables.email.trim() })}
        </output>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <label htmlFor={id}>{t('text')}</label>
          <div className="flex gap-2">
            <input
              id={id}
              type="email"
              autoComplete="email"
              maxLength={254}
              readOnly={!isHydrated}
              placeholder={t('placeholder')}
              value={email}
              aria-invalid={invalidEmail || undefined}
              aria-describedby={invalidEmail ? `${id}-error` : undefined}
              className={controlClasses}
              onChange={({ target }) => {
                setEmail(target.value);
                setInvalidEmail(false);
              }}
            />
            <Button
              type="submit"
              className="min-h-12"
              busy={send.isPending}
              icon={<Send aria-hidden="true" className="size-4 rtl:-scale-x-100" strokeWidth={1.75} />}
            >
              {t('send')}
            </Button>
          </div>
          <FieldError id={`${id}-error`} error={invalidEmail ? t('odd') : undefined} />
          <Problem error={send.error} />
        </form>
      )}
    </section>
  );
}
