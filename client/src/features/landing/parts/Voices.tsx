import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMessages } from '#client/lib/messages.ts';
import { copyIsExample, figures, voices } from '../content.ts';
import { Section } from './Section.tsx';

const stars = [1, 2, 3, 4, 5] as const;

/** What customers say, and how many they are: as the operator has written it, the sample copy in the reader's language. */
export function Voices() {
  const { t } = useTranslation('landing');
  const messageOf = useMessages();
  if (voices.length === 0 && figures.length === 0) return null;
  return (
    <Section sunken title={t('voices.title')} note={copyIsExample && t('voices.examples')}>
      {figures.length > 0 && (
        <dl className="mb-8 grid gap-4 sm:grid-cols-3">
          {figures.map(({ value, words }) => (
            <div key={words} className="flex flex-col-reverse border-s-2 border-tide ps-4">
              <dt className="text-sm text-muted">{messageOf(words)}</dt>
              <dd className="text-2xl money">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {voices.map((voice) => (
          <li key={voice.name} className="card flex flex-col gap-3 p-6">
            <p className="flex gap-0.5 text-tide">
              <span className="sr-only">{t('voices.stars', { count: voice.stars })}</span>
              {stars.map((star) => (
                <Star
                  key={star}
                  aria-hidden="true"
                  className={clsx('size-4', star <= voice.stars ? 'fill-current' : 'text-faint')}
                  strokeWidth={1.75}
                />
              ))}
            </p>
            <blockquote className="text-pretty">{messageOf(voice.words)}</blockquote>
            <p className="mt-auto text-sm text-muted">
              {voice.name}, {voice.place}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
