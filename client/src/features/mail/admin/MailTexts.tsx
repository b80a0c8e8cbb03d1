import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { LanguageSelect, pageLanguage } from '#client/ui/form/LanguageSelect.tsx';
import { SearchInput } from '#client/ui/form/SearchInput.tsx';
import { customerMails, mailingFeatures } from '#shared/mail/mail.texts.contract.ts';
import { fillReadyText } from '#shared/settings/settings.ready-texts.contract.ts';
import { mailTextsQuery, type OpenMailText } from './mail.texts.queries.ts';

interface MailTextsProps {
  /** The form of one mail, which asks for the password: the form belongs to a feature above this one. */
  dialogOf: (openText: OpenMailText, onClose: () => void) => ReactNode;
}

/** Every mail to customers by language and feature, as it reads with example values. */
export function MailTexts({ dialogOf }: MailTextsProps) {
  const { t } = useTranslation(['mail.admin', 'admin.common']);
  const [language, setLanguage] = useState(pageLanguage);
  const [openText, setOpenText] = useState<OpenMailText>();
  const { data: all, error, refetch } = useQuery(mailTextsQuery(language));
  const [searchText, setSearchText] = useState('');
  const mails = all?.filter((mail) => holds(mail, searchText));
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[90ch] text-sm text-muted max-md:sr-only">{t('lede')}</p>
      {error && <AdminProblem error={error} title={t('loadFailed')} onRetry={() => void refetch()} />}
      <div className="flex flex-wrap items-end gap-4">
        <LanguageSelect label={t('language')} value={language} onChange={setLanguage} />
        <div className="relative min-w-[min(100%,14rem)] max-w-md flex-1">
          <SearchInput label={t('search')} value={searchText} onChange={setSearchText} />
        </div>
      </div>
      {!mails && !error && <Skeleton line={['mb-6 h-96 rounded-card', 'h-96 rounded-card']} />}
      {mails?.length === 0 && <NothingFound q={searchText} onClear={() => setSearchText('')} />}
      {mails &&
        mailingFeatures
          .filter((group) => mails.some(({ template }) => customerMails[template].feature === group))
          .map((group) => (
            <section key={group} aria-labelledby={`mails-${group}`} className="flex flex-col gap-3 card p-4 sm:p-5">
              <h2 id={`mails-${group}`} className="text-base">
                {t(`group.${group}`)}
              </h2>
              <ul className="flex flex-col">
                {mails
                  .filter(({ template }) => customerMails[template].feature === group)
                  .map((mail) => (
                    <MailRow
                      key={mail.template}
                      mail={mail}
                      language={language}
                      onOpen={() => setOpenText({ mail, language })}
                    />
                  ))}
              </ul>
            </section>
          ))}
      {openText && dialogOf(openText, () => setOpenText(undefined))}
    </div>
  );
}

/** True if a mail contains these letters in its subject or text with example values. */
function holds({ own, builtIn, example }: OpenMailText['mail'], input: string): boolean {
  const { subject, heading, body } = own ?? builtIn;
  return fillReadyText([subject, heading, body].join(' '), example).toLowerCase().includes(input.trim().toLowerCase());
}

function MailRow({
  mail: { template, own, builtIn, example },
  language,
  onOpen,
}: OpenMailText & { onOpen: () => void }) {
  const { t } = useTranslation('mail.admin');
  const { subject, body } = own ?? builtIn;
  const name = fillReadyText(subject, example);
  const [first] = fillReadyText(body, example).split(/\n{2,}/);
  return (
    <li className="relative -mx-2 flex items-start justify-between gap-3 border-t border-line px-2 py-2 first:border-t-0 has-[button:hover]:bg-tide-soft">
      <div className="flex min-w-0 flex-1 flex-col py-1 text-sm">
        <span className="flex flex-wrap gap-x-2 font-medium">
          <bdi lang={language}>{name}</bdi>
          {own && <span className="text-tide">{t('changed')}</span>}
        </span>
        <span className="text-muted">{t(`when.${template}`)}</span>
        {/* A phone has no room for a sentence: the form has it. */}
        <bdi lang={language} className="line-clamp-1 max-w-[100ch] wrap-anywhere text-faint max-sm:hidden">
          {first}
        </bdi>
      </div>
      {/* The whole row opens it: the form has the email as customers read it. */}
      <Button
        text={t('edit')}
        size="small"
        variant="ghost"
        className="-me-2 -mt-1 static! after:absolute after:inset-0! pointer-coarse:-mt-2"
        aria-label={t('editOf', { name })}
        onClick={onOpen}
      />
    </li>
  );
}
