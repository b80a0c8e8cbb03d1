import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { copyIsExample, stats, testimonials, type Copy } from '../landing.content.ts';
import { Section } from './Section.tsx';

const stars = [1, 2, 3, 4, 5] as const;

/** What customers say, and how many they are: as the operator has written it, the sample copy in the reader's language. */
export function Testimonials() {
  const { t } = useTranslation('landing');
  const textOf = (copy: Copy) => (copy.example ? t(`voices.example.${copy.example}`) : copy.text);
  if (testimonials.length === 0 && stats.length === 0) return null;
  return (
    <Section sunken title={t('voices.title')} note={copyIsExample && t('voices.examples')}>
      {stats.length > 0 && (
        <dl className="mb-8 grid gap-4 sm:grid-cols-3">
          {stats.map((stat) => (
            <div key={stat.value} className="flex flex-col-reverse border-s-2 border-tide ps-4">
              <dt className="text-sm text-muted">{textOf(stat)}</dt>
              <dd className="text-2xl money">{stat.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {testimonials.map((testimonial) => (
          <li key={testimonial.name} className="card flex flex-col gap-3 p-6">
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
            <blockquote className="text-pretty">{textOf(testimonial)}</blockquote>
            <p className="mt-auto text-sm text-muted">
              {testimonial.name}, {testimonial.place}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
