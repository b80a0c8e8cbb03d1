import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { readArticle } from '../components/blog.rich-text.ts';
import { RichText } from '../components/RichText.tsx';
import { previewQuery } from './blog.admin.queries.ts';
import type { PostDraft } from './blog.post-draft.ts';
import { MarkdownTools } from './MarkdownTools.tsx';
import type { PostForm } from './usePostDraft.ts';

interface TextAndPreviewProps {
  form: PostForm;
  /** The values in the fields now. */
  draft: PostDraft;
}

const typingPauseMs = 350;
const views = ['text', 'preview'] as const;
/** Both fill the height between the title and the buttons, so that neither is scrolled out of view. */
const tall = 'h-[max(18rem,calc(100dvh-28rem))]';

/** The text in Markdown next to what readers will see of it; below 1024 px one or the other. */
export function TextAndPreview({ form, draft }: TextAndPreviewProps) {
  const { t } = useTranslation('blog.admin');
  const content = useFields(form)('content');
  const [view, setView] = useState<(typeof views)[number]>('text');
  return (
    <div className="flex flex-col gap-3">
      <div className="lg:hidden">
        <SegmentedControl
          label={t('view')}
          options={views.map((value) => ({
            value,
            text: t(value === 'text' ? 'fields.content' : 'preview'),
          }))}
          chosen={view}
          onChange={setView}
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div
          className={clsx(
            // On a phone the switch above has the name already.
            'max-lg:[&_label]:sr-only [&_label]:self-center [&_textarea]:h-[max(18rem,calc(100dvh-28rem))]',
            view === 'preview' && 'max-lg:hidden',
          )}
        >
          <TextArea
            dir="auto"
            lang={draft.language}
            label={t('fields.content')}
            hint={t('hints.content')}
            spellCheck
            aside={
              <MarkdownTools
                fieldId={content.id}
                onText={(text) => form.setValue('content', text, { shouldValidate: form.formState.isSubmitted })}
              />
            }
            {...content}
          />
        </div>
        <Preview {...draft} className={clsx(view === 'text' && 'max-lg:hidden')} />
      </div>
    </div>
  );
}

type PreviewProps = Pick<PostDraft, 'title' | 'content' | 'language'> & { className: string };

function Preview({ title, content, language, className }: PreviewProps) {
  const { t } = useTranslation(['blog.admin', 'blog']);
  const debouncedContent = useDebounced(content, typingPauseMs);
  const { data, error, refetch } = useQuery(previewQuery(debouncedContent));
  const article = useMemo(() => (data ? readArticle(data.html) : undefined), [data]);
  return (
    <LabelledFrame
      label={t('preview')}
      aside={data && t('blog:minutes', { count: data.minutes })}
      className={className}
    >
      {error && <AdminProblem error={error} title={t('failed.preview')} onRetry={() => void refetch()} />}
      <div
        lang={language}
        dir="auto"
        className={clsx(
          'flex flex-col gap-4 overflow-y-auto rounded-card border border-line bg-surface p-4 text-base',
          tall,
        )}
      >
        <p className="text-2xl font-semibold wrap-anywhere">{title || t('untitled')}</p>
        {article && <RichText nodes={article.blocks} />}
        {!article && !error && <Skeleton className="flex flex-col gap-3" line={['h-5', 'h-5', 'h-5 w-2/3']} />}
      </div>
      {data && (
        <details className="text-sm text-muted">
          <summary className="min-h-8 py-1">{t('placeholders')}</summary>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pt-2">
            {Object.entries(data.variables).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="font-mono text-xs">{`{{${name}}}`}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </LabelledFrame>
  );
}

function LabelledFrame(props: { label: string; aside: ReactNode; className: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx('flex min-w-0 flex-col gap-2', props.className)}>
      <div className="flex min-h-8 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <h3 id={id} className="text-sm font-medium tracking-normal">
          {props.label}
        </h3>
        <span className="text-xs text-faint">{props.aside}</span>
      </div>
      {props.children}
    </section>
  );
}
