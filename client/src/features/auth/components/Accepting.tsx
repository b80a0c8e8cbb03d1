import { useTranslation } from 'react-i18next';

/** Names the documents that a customer accepts by pressing the button above, each with its link. */
export function Accepting({ text }: { text: 'legal.accepting' | 'invited.accepting' }) {
  const { t } = useTranslation('auth');
  const [textBefore, textBetween, textAfter] = t(text, { terms: '|', privacy: '|' }).split('|');
  return (
    <p className="text-sm text-muted">
      {textBefore}
      <a href="/terms-of-service" target="_blank" rel="noreferrer" className="text-link underline">
        {t('legal.terms')}
      </a>
      {textBetween}
      <a href="/privacy-policy" target="_blank" rel="noreferrer" className="text-link underline">
        {t('legal.privacy')}
      </a>
      {textAfter}
    </p>
  );
}
