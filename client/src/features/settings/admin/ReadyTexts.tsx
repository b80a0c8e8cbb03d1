import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { LanguageSelect, pageLanguage } from '#client/ui/form/LanguageSelect.tsx';
import { SearchInput } from '#client/ui/form/SearchInput.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { WordingExample } from '#client/ui/form/WordingExample.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { LanguageCode } from '#shared/reference/languages.ts';
import {
  fillReadyText,
  readyTextInput,
  readyTextKeys,
  readyTexts,
  type ReadyTextKey,
} from '#shared/settings/settings.ready-texts.contract.ts';
import {
  builtInText,
  readyTextsQuery,
  useBuiltInTexts,
  useChangeReadyText,
  type ReadyTextGroup,
  type ReadyTextValues,
} from './settings.ready-texts.queries.ts';

const groups = ['chat', 'orders', 'kyc'] as const;

/** The tab of canned replies and reasons: by language, with a search and a dialog for each text. */
export function ReadyTexts({ values }: { values: ReadyTextValues }) {
  const { t } = useTranslation('settings.admin');
  const [language, setLanguage] = useState(pageLanguage);
  const [openText, setOpenText] = useState<OpenReadyText>();
  const [searchText, setSearchText] = useState('');
  const { error, refetch } = useQuery(readyTextsQuery);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[90ch] text-sm text-muted max-md:sr-only">{t('texts.lede')}</p>
      {error && <AdminProblem error={error} title={t('texts.loadFailed')} onRetry={() => void refetch()} />}
      <div className="flex flex-wrap items-end gap-4">
        <LanguageSelect label={t('texts.language')} value={language} onChange={setLanguage} />
        <div className="relative max-w-md min-w-[min(100%,14rem)] flex-1">
          <SearchInput label={t('texts.search')} value={searchText} onChange={setSearchText} />
        </div>
      </div>
      <p className="text-sm text-muted">
        {t('texts.bold')} <TextLink to="?section=times">{t('tab.product')}</TextLink>
      </p>
      <div className="peer flex flex-col gap-6">
        {groups.map((group) => (
          <TextGroup key={group} {...{ group, language, values, searchText }} onOpen={setOpenText} />
        ))}
      </div>
      {searchText.trim() !== '' && (
        <div className="not-peer-empty:hidden">
          <NothingFound q={searchText} onClear={() => setSearchText('')} />
        </div>
      )}
      {openText && <ReadyTextDialog {...openText} values={values} onClose={() => setOpenText(undefined)} />}
    </div>
  );
}

interface GroupProps {
  group: ReadyTextGroup;
  language: LanguageCode;
  values: ReadyTextValues;
  /** Texts that do not contain it are left out. */
  searchText: string;
  onOpen: (text: OpenReadyText) => void;
}

function TextGroup({ group, language, values, searchText, onOpen }: GroupProps) {
  const { t } = useTranslation('settings.admin');
  const { data: ownTexts = [] } = useQuery(readyTextsQuery);
  const builtIn = useBuiltInTexts(group, language);
  const labels = useBuiltInTexts(group, currentLanguage());
  if (!builtIn || !labels) return null;
  const texts = keysOf(group)
    .map(({ key, name }) => {
      const { text } = builtInText(builtIn, group, name);
      const changedText = ownTexts.find((entry) => entry.key === key && entry.language === language)?.text;
      const { label } = builtInText(labels, group, name);
      const wording = changedText ?? text;
      return { key, text, label, changedText, wording, shownText: fillReadyText(wording, values) };
    })
    .filter(({ label, shownText }) => `${label} ${shownText}`.toLowerCase().includes(searchText.trim().toLowerCase()));
  if (texts.length === 0) return null;
  return (
    <section aria-labelledby={`texts-${group}`} className="flex flex-col gap-3 card p-4 sm:p-5">
      <h2 id={`texts-${group}`} className="text-base">
        {t(`texts.group.${group}`)}
      </h2>
      <ul className="flex flex-col">
        {texts.map(({ key, text, label, changedText, wording }) => (
          <li
            key={key}
            className="relative -mx-2 flex items-start justify-between gap-3 border-t border-line px-2 py-2 first:border-t-0 has-[button:hover]:bg-tide-soft"
          >
            <div className="flex min-w-0 flex-1 flex-col py-1">
              <span className="flex flex-wrap gap-x-2 text-sm font-medium">
                {label}
                {changedText !== undefined && <span className="text-tide">{t('texts.changed')}</span>}
              </span>
              <p
                lang={language}
                dir="auto"
                className="max-w-[80ch] text-sm wrap-anywhere whitespace-pre-line text-muted"
              >
                <FilledText wording={wording} values={values} />
              </p>
            </div>
            <Button
              text={t('texts.edit')}
              size="small"
              variant="ghost"
              className="-me-2 -mt-1 static! after:absolute after:inset-0! pointer-coarse:-mt-2"
              aria-label={t('texts.editOf', { name: label })}
              onClick={() => onOpen({ id: key, language, label, builtIn: text, ownText: changedText })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A value longer than this, such as a list of fees, wraps like the text around it. */
const maxUnbroken = 24;

/** A text in which the values of the settings stand out: they are changed there, and not in the text. */
function FilledText({ wording, values }: { wording: string; values: ReadyTextValues }) {
  return wording.split(/(\{\{\s*\w+\s*\}\})/).map((part, index) => {
    const value = fillReadyText(part, values);
    if (value === part) return value;
    return (
      <span key={index} className={clsx('font-medium text-ink', value.length <= maxUnbroken && 'whitespace-nowrap')}>
        {value}
      </span>
    );
  });
}

/** The keys of a feature, each with the name of its text in the catalogue. */
function keysOf(group: ReadyTextGroup): { key: ReadyTextKey; name: string }[] {
  return readyTextKeys
    .filter((key) => key.startsWith(`${group}.`))
    .map((key) => ({ key, name: key.slice(group.length + 1) }));
}

interface OpenReadyText {
  id: ReadyTextKey;
  language: LanguageCode;
  label: string;
  builtIn: string;
  /** The operator's wording; undefined if the built-in one applies. */
  ownText: string | undefined;
}

interface ReadyTextDialogProps extends OpenReadyText {
  values: ReadyTextValues;
  onClose: () => void;
}

/** One ready text in one language: the wording, its current preview, and a button that restores the built-in text. */
function ReadyTextDialog({ id, language, label, builtIn, ownText, values, onClose }: ReadyTextDialogProps) {
  const { t } = useTranslation('settings.admin');
  const [form, field] = useContractForm(readyTextInput, {
    defaultValues: { key: id, language, text: ownText ?? builtIn },
  });
  useLeaveGuard(form.formState.isDirty);
  const wording = useWatch({ control: form.control, name: 'text' });
  const change = useChangeReadyText();
  const save = (text: string | null) =>
    change.mutate(
      { key: id, language, text },
      { onSuccess: toastDone({ title: t(text === null ? 'texts.wasReset' : 'texts.saved'), text: label }, onClose) },
    );
  const placeholders = readyTexts[id].map((name) => `{{${name}}}`).join(' ');
  return (
    <FormDialog
      form={form}
      title={t('texts.title', { name: label })}
      confirm={t('texts.save')}
      by={change}
      failed={t('texts.failed')}
      onSubmit={({ text }) => save(text)}
      onClose={onClose}
    >
      <TextArea
        label={t('texts.field')}
        hint={placeholders ? t('texts.hint', { placeholders }) : undefined}
        lang={language}
        dir="auto"
        rows={5}
        {...field('text')}
      />
      <WordingExample
        caption={t('texts.preview')}
        language={language}
        reset={
          ownText === undefined
            ? undefined
            : { label: t('texts.reset'), busy: change.isPending, onReset: () => save(null) }
        }
      >
        {fillReadyText(wording, values)}
      </WordingExample>
    </FormDialog>
  );
}
