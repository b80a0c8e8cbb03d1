import { useTranslation } from 'react-i18next';
import { blogCategories, tagsOf } from '#shared/blog/blog.rules.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useFieldErrors } from '#client/ui/feedback/Problem.tsx';
import { maxLengths, type PostDraft } from './blog.post-draft.ts';
import { PictureField } from './PictureField.tsx';

interface PostFieldsProps {
  draft: PostDraft;
  update: (change: Partial<PostDraft>) => void;
  /** Saving was tried, so what is missing is told. */
  attempted: boolean;
  error: Error | null;
}

/** Everything about a post but its text. */
export function PostFields({ draft, update, attempted, error }: PostFieldsProps) {
  const { t } = useTranslation('blog.admin');
  const refused = useFieldErrors(error);
  const count = (text: string, most: number) => (
    <span className="text-xs text-faint figures">{t('length', { count: text.length, most: formatNumber(most) })}</span>
  );
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <TextInput
        label={t('fields.title')}
        maxLength={maxLengths.title}
        autoComplete="off"
        aside={count(draft.title, maxLengths.title)}
        error={attempted && draft.title.trim() === '' ? t('missing') : refused['title']}
        className="lg:col-span-2"
        value={draft.title}
        onChange={({ target }) => update({ title: target.value })}
      />
      <TextArea
        dir="auto"
        label={t('fields.excerpt')}
        hint={t('hints.excerpt')}
        optional
        rows={2}
        maxLength={maxLengths.excerpt}
        aside={count(draft.excerpt, maxLengths.excerpt)}
        className="lg:col-span-2"
        value={draft.excerpt}
        onChange={({ target }) => update({ excerpt: target.value })}
      />
      <Select
        label={t('fields.category')}
        value={draft.category}
        onChange={({ target }) =>
          update({ category: blogCategories.find((one) => one === target.value) ?? draft.category })
        }
      >
        {blogCategories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      <Tags draft={draft} update={update} error={refused['tags']} />
      <PictureField
        value={draft.featuredImage}
        error={refused['featuredImage']}
        onChange={(featuredImage) => update({ featuredImage })}
      />
      <Publishing draft={draft} update={update} />
    </div>
  );
}

function Tags({ draft, update, error }: Pick<PostFieldsProps, 'draft' | 'update'> & { error: string | undefined }) {
  const { t } = useTranslation('blog.admin');
  const tags = tagsOf(draft.tags);
  const tooLong = tags.find((tag) => tag.length > maxLengths.tag);
  const problem = tooLong
    ? t('tagTooLong', { most: maxLengths.tag })
    : tags.length > maxLengths.tags
      ? t('tooManyTags', { most: maxLengths.tags })
      : error;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextInput
        label={t('fields.tags')}
        hint={t('hints.tags')}
        optional
        autoComplete="off"
        error={problem}
        value={draft.tags}
        onChange={({ target }) => update({ tags: target.value })}
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

function Publishing({ draft, update }: Pick<PostFieldsProps, 'draft' | 'update'>) {
  const { t } = useTranslation('blog.admin');
  return (
    <div className="flex flex-col gap-4">
      <TextInput
        label={t('fields.publishDate')}
        hint={t('hints.publishDate')}
        type="datetime-local"
        optional
        value={draft.publishDate}
        onChange={({ target }) => update({ publishDate: target.value })}
      />
      <TextInput
        label={t('fields.author')}
        hint={t('hints.author')}
        optional
        maxLength={maxLengths.authorName}
        autoComplete="off"
        value={draft.authorName}
        onChange={({ target }) => update({ authorName: target.value })}
      />
      <Checkbox
        label={t('fields.featured')}
        hint={t('hints.featured')}
        checked={draft.featured}
        onChange={({ target }) => update({ featured: target.checked })}
      />
    </div>
  );
}
