import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

// The form checks with the contract's schema, which is more than the rest of a footer weighs.
const SubscribeForm = lazy(async () => ({ default: (await import('./SubscribeForm.tsx')).SubscribeForm }));

/** The newsletter, as public pages offer it in their footer; the form is loaded when the footer comes into view. */
export function Subscribe() {
  const { t } = useTranslation('newsletter');
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!section.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setInView(true);
    });
    observer.observe(section.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={section} aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-sm font-semibold tracking-normal text-ink">
        {t('title')}
      </h2>
      <Suspense fallback={<div className="min-h-28" />}>
        {isInView ? <SubscribeForm /> : <div className="min-h-28" />}
      </Suspense>
    </section>
  );
}
