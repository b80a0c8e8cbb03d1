import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#client/lib/format/format.ts';

/**
 * The stamp on a slip whose money has arrived: the word and the day around a tick. The clock beside it says the same.
 */
export function Stamp({ at }: { at: Date }) {
  const { t, i18n } = useTranslation('orders.line');
  const id = useId();
  // Joined letters would be torn apart along a curve.
  const hasWords = i18n.dir() === 'ltr';
  return (
    <svg className="line-stamp" viewBox="0 0 104 104" aria-hidden="true">
      <circle cx="52" cy="52" r="50" strokeWidth="2" />
      <circle cx="52" cy="52" r="30" strokeWidth="1.2" />
      <path d="M40 53l8.5 8.5L65 44" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      {hasWords && (
        <>
          <path id={`${id}a`} d="M52 52m-36 0a36 36 0 1 1 72 0" stroke="none" />
          <path id={`${id}b`} d="M52 52m-43.5 0a43.5 43.5 0 0 0 87 0" stroke="none" />
          <text>
            <textPath href={`#${id}a`} startOffset="50%">
              {t('point.arrived')}
            </textPath>
          </text>
          <text>
            <textPath href={`#${id}b`} startOffset="50%">
              {formatDate(at)}
            </textPath>
          </text>
        </>
      )}
    </svg>
  );
}
