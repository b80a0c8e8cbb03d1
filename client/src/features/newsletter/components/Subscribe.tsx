import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';

// The form checks with the contract's schema, which is more than the rest of a footer weighs.
const SubscribeForm = lazy(async () => ({ default: (await import('./SubscribeForm.tsx')).SubscribeForm }));

/** The newsletter, as public pages offer it in their footer. */
export function Subscribe() {
  const { t } = useTranslation('newsletter');
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-sm font-semibold tracking-normal text-ink">
        {t('title')}
      </h2>
      <Suspense fallback={<div className="min-h-28" />}>
        <SubscribeForm />
      </Suspense>
    </section>
  );
}
