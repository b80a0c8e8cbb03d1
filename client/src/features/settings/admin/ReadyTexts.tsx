import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { LanguageSelect, pageLanguage } from '#client/ui/form/LanguageSelect.tsx';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { fillReadyText, readyTextKeys, type ReadyTextKey } from '#shared/settings/settings.ready-texts.contract.ts';
import { ReadyTextDialog, type OpenReadyText } from './ReadyTextDialog.tsx';
import {
  builtInText,
  readyTextsQuery,
  useBuiltInTexts,
  type ReadyTextGroup,
  type ReadyTextValues,
} from './settings.ready-texts.queries.ts';

const groups = ['chat', 'orders', 'kyc'] as const;

/** The ready texts of the team by language, as they read with the values of today. */
export function ReadyTexts({ values }: { values: ReadyTextValues }) {
  const { t } = useTranslation('settings.admin');
  const [language, setLanguage] = useState(pageLanguage);
  const [open, setOpen] = useState<OpenReadyText>();
  const { error, refetch } = useQuery(readyTextsQuery);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[68ch] text-sm text-muted">{t('texts.lede')}</p>
      {error && <AdminProblem error={error} title={t('texts.loadFailed')} onRetry={() => void refetch()} />}
      <LanguageSelect label={t('texts.language')} value={language} onChange={setLanguage} />
      {groups.map((group) => (
        <Group key={group} {...{ group, language, values }} onOpen={setOpen} />
      ))}
      {open && <ReadyTextDialog {...open} values={values} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface GroupProps {
  group: ReadyTextGroup;
  language: LanguageCode;
  values: ReadyTextValues;
  onOpen: (text: OpenReadyText) => void;
}

function Group({ group, language, values, onOpen }: GroupProps) {
  const { t } = useTranslation('settings.admin');
  const { data: own = [] } = useQuery(readyTextsQuery);
  const builtIn = useBuiltInTexts(group, language);
  const labels = useBuiltInTexts(group, currentLanguage());
  if (!builtIn || !labels) return null;
  return (
    <section aria-labelledby={`texts-${group}`} className="flex flex-col gap-3 card p-4 sm:p-5">
      <h2 id={`texts-${group}`} className="text-base">
        {t(`texts.group.${group}`)}
      </h2>
      <ul className="flex flex-col">
        {keysOf(group).map(({ key, name }) => {
          const { text } = builtInText(builtIn, group, name);
          const { label } = builtInText(labels, group, name);
          const changed = own.find((one) => one.key === key && one.language === language)?.text;
          return (
            <li
              key={key}
              className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-3 first:border-t-0"
            >
              <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
                <span className="flex flex-wrap gap-x-2 text-sm font-medium">
                  {label}
                  {changed !== undefined && <span className="text-tide">{t('texts.changed')}</span>}
                </span>
                <p lang={language} dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-muted">
                  {fillReadyText(changed ?? text, values)}
                </p>
              </div>
              <Button
                size="small"
                aria-label={t('texts.editOf', { name: label })}
                onClick={() => onOpen({ id: key, language, label, builtIn: text, own: changed })}
              >
                {t('texts.edit')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The keys of a feature, each with the name of its text in the catalogue. */
function keysOf(group: ReadyTextGroup): { key: ReadyTextKey; name: string }[] {
  return readyTextKeys
    .filter((key) => key.startsWith(`${group}.`))
    .map((key) => ({ key, name: key.slice(group.length + 1) }));
}
