import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { DateInput } from '#client/ui/form/DateInput.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { postLimits } from '#shared/blog/blog.contract.ts';
import { blogCategories, tagsOf } from '#shared/blog/blog.rules.ts';
import { languages } from '#shared/reference/languages.ts';
import type { PostDraft } from './blog.post-draft.ts';
import { PictureField } from './PictureField.tsx';
import type { PostForm } from './usePostDraft.ts';

interface PostFieldsProps {
  form: PostForm;
  /** The values in the fields now. */
  draft: PostDraft;
}

/** The field of a post's title, above its text; a long title wraps. */
export function PostTitle({ form, draft }: PostFieldsProps) {
  const { t } = useTranslation('blog.admin');
  return (
    <div className="[&_textarea]:field-sizing-content [&_textarea]:resize-none [&_textarea]:text-lg [&_textarea]:font-semibold">
      <TextArea
        dir="auto"
        lang={draft.language}
        label={t('fields.title')}
        rows={1}
        autoComplete="off"
        aside={<LengthCount text={draft.title} max={postLimits.title} />}
        onKeyDown={(event) => {
          // With a control key it sends the form.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
        {...useFields(form)('title')}
      />
    </div>
  );
}

/** The fields of a post except its title and its text, grouped by topic. */
export function PostFields({ form, draft }: PostFieldsProps) {
  const { t } = useTranslation('blog.admin');
  const fieldTextOf = useFieldErrorText();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
      <Group title={t('groups.found')}>
        <Finding form={form} draft={draft} />
      </Group>
      <Group title={t('groups.publishing')}>
        <Publishing form={form} draft={draft} />
      </Group>
      <Group title={t('groups.picture')}>
        <PictureField
          value={draft.featuredImage}
          error={fieldTextOf(form.formState.errors.featuredImage)}
          onChange={(address) =>
            form.setValue('featuredImage', address, { shouldValidate: form.formState.isSubmitted })
          }
        />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 card p-4 sm:p-5">
      <h3 id={id} className="text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Finding({ form, draft }: PostFieldsProps) {
  const { t } = useTranslation('blog.admin');
  const field = useFields(form);
  return (
    <>
      <TextArea
        dir="auto"
        lang={draft.language}
        label={t('fields.excerpt')}
        hint={t('hints.excerpt')}
        optional
        rows={4}
        aside={<LengthCount text={draft.excerpt} max={postLimits.excerpt} />}
        {...field('excerpt')}
      />
      <Select
        label={t('fields.category')}
        options={blogCategories.map((category) => [category, category])}
        {...field('category')}
      />
      <Tags form={form} draft={draft} />
    </>
  );
}

function LengthCount({ text, max }: { text: string; max: number }) {
  const { t } = useTranslation('blog.admin');
  return (
    <span className="text-xs text-faint figures">{t('length', { count: text.length, max: formatNumber(max) })}</span>
  );
}

function Tags({ form, draft }: PostFieldsProps) {
  const { t } = useTranslation('blog.admin');
  const field = useFields(form)('tags');
  const tags = tagsOf(draft.tags);
  const longTag = tags.find((tag) => tag.length > postLimits.tag);
  const problem = longTag
    ? t('tagTooLong', { max: postLimits.tag })
    : tags.length > postLimits.tags
      ? t('tooManyTags', { max: postLimits.tags })
      : field.error;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextInput
        label={t('fields.tags')}
        hint={t('hints.tags')}
        optional
        autoComplete="off"
        {...field}
        error={problem}
      />
      {tags.length > 0 && (
        <ul aria-label={t('fields.tags')} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="max-w-full rounded-full bg-other-soft px-2.5 py-0.5 text-xs wrap-anywhere text-ink"
            >
              {tag}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Publishing({ form, draft }: PostFieldsProps) {
  const { t } = useTranslation('blog.admin');
  const field = useFields(form);
  return (
    <>
      <DateInput
        label={t('fields.publishDate')}
        hint={t('hints.publishDate')}
        type="datetime-local"
        optional
        {...field('publishDate')}
        value={draft.publishDate}
      />
      <Select label={t('fields.language')} hint={t('hints.language')} {...field('language')}>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextInput
        label={t('fields.author')}
        hint={t('hints.author')}
        optional
        autoComplete="off"
        {...field('authorName')}
      />
      <Checkbox label={t('fields.featured')} hint={t('hints.featured')} {...form.register('featured')} />
    </>
  );
}
