import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/reference/languages.ts';
import { useAlive } from '#client/lib/alive.ts';
import { Button } from '#client/ui/Button.tsx';
import { controlClasses, FieldError } from '#client/ui/Field.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { subscribe } from '../newsletter.api.ts';

/** An address, a press, and a word about the mail that is on its way. */
export function Subscribe() {
  const { t, i18n } = useTranslation('newsletter');
  const id = useId();
  // What is typed into a picture would be lost.
  const isAlive = useAlive();
  const [email, setEmail] = useState('');
  const [odd, setOdd] = useState(false);
  const send = useMutation({ mutationFn: subscribe });
  const submit = () => {
    const isOdd = !/^\S+@\S+\.\S+$/.test(email.trim());
    setOdd(isOdd);
    const language = languages.find(({ code }) => code === i18n.language)?.code;
    if (!isOdd && !send.isPending) send.mutate({ email, language });
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
              readOnly={!isAlive}
              placeholder={t('placeholder')}
              value={email}
              aria-invalid={odd || undefined}
              aria-describedby={odd ? `${id}-error` : undefined}
              className={controlClasses}
              onChange={({ target }) => {
                setEmail(target.value);
                setOdd(false);
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
          <FieldError id={`${id}-error`} error={odd ? t('odd') : undefined} />
          <Problem error={send.error} />
        </form>
      )}
    </section>
  );
}
