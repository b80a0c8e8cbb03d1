import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { Section } from './Section.tsx';

const stars = [1, 2, 3, 4, 5] as const;

/** Stats and testimonials that the operator has entered; renders nothing without any. */
export function Testimonials() {
  const { t } = useTranslation('landing');
  const { stats = [], testimonials = [] } = useQuery(settingsQuery).data?.landing ?? {};
  if (testimonials.length === 0 && stats.length === 0) return null;
  return (
    <Section sunken title={t('voices.title')}>
      {stats.length > 0 && (
        <dl className="mb-8 grid gap-4 sm:grid-cols-3">
          {stats.map((stat) => (
            <div key={`${stat.value} ${stat.label}`} className="flex flex-col-reverse border-s-2 border-tide ps-4">
              <dt className="text-sm text-muted">{stat.label}</dt>
              <dd className="text-2xl money">{stat.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {testimonials.map((testimonial) => (
          <li key={`${testimonial.name} ${testimonial.text}`} className="card flex flex-col gap-3 p-6">
            <p className="flex gap-0.5 text-tide">
              <span className="sr-only">{t('voices.stars', { count: testimonial.stars })}</span>
              {stars.map((star) => (
                <Star
                  key={star}
                  aria-hidden="true"
                  className={clsx('size-4', star <= testimonial.stars ? 'fill-current' : 'text-faint')}
                  strokeWidth={1.75}
                />
              ))}
            </p>
            <blockquote className="text-pretty">{testimonial.text}</blockquote>
            <p className="mt-auto text-sm text-muted">
              {testimonial.name}, {testimonial.place}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
