import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { NoteSlot } from '#client/ui/layout/NoteSlot.tsx';
import { maxTypedTagLength, oneTag } from '#shared/users/users.handling.ts';
import { useAssign, useTag, type TaggedSubject } from '../users.handling.queries.ts';
import { useMembers } from '../users.members.queries.ts';

interface HandlingCardProps {
  subject: TaggedSubject;
  assignee: { id: string; name: string } | null;
  tags: readonly string[];
}

/** The assignee, the tags and the notes of a row: visible to the team alone. */
export function HandlingCard({ subject, assignee, tags }: HandlingCardProps) {
  const { t } = useTranslation('users.handling');
  const titleId = useId();
  const mayWrite = useMay()('notes.write');
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 text-sm">
      <div>
        <h3 id={titleId} className="text-sm">
          {t('title')}
        </h3>
        <p className="text-xs text-muted">{t('internal')}</p>
      </div>
      {mayWrite ? (
        <AssigneeSelect subject={subject} assignee={assignee} />
      ) : (
        <p>
          <span className="text-muted">{t('assignee')}: </span>
          {assignee?.name ?? t('noMember')}
        </p>
      )}
      <HandlingTags subject={subject} tags={tags} mayWrite={mayWrite} />
      <NoteSlot subject={subject} mayWrite={mayWrite} />
    </section>
  );
}

function AssigneeSelect({ subject, assignee }: Pick<HandlingCardProps, 'subject' | 'assignee'>) {
  const { t } = useTranslation('users.handling');
  const id = useId();
  const assign = useAssign(subject);
  const members = useMembers();
  const otherMembers =
    members.some((member) => member.id === assignee?.id) || !assignee ? members : [assignee, ...members];
  return (
    <div className="flex flex-col gap-2">
      <Select
        id={id}
        label={t('assignee')}
        disabled={assign.isPending}
        value={(assign.isPending ? assign.variables : assignee?.id) ?? ''}
        onValue={(value) => assign.mutate(value || null)}
        none={t('noMember')}
        options={otherMembers.map((member) => [member.id, member.name])}
      />
      <Problem error={assign.error} title={t('failed.assign')} />
    </div>
  );
}

/** The tags; a member who may write adds and removes them here. */
function HandlingTags(props: { subject: TaggedSubject; tags: readonly string[]; mayWrite: boolean }) {
  const { subject, tags, mayWrite } = props;
  const { t } = useTranslation('users.handling');
  const change = useTag(subject);
  const [form, field] = useContractForm(oneTag, { defaultValues: { tag: '' } });
  const shownTags = change.isPending ? change.variables : tags;
  const add = ({ tag }: { tag: string }) => {
    change.mutate([...tags, tag], { onSuccess: () => form.reset({ tag: '' }) });
  };
  if (!mayWrite && tags.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {shownTags.length > 0 && (
        <ul aria-label={t('tags')} className="flex flex-wrap gap-1.5">
          {shownTags.map((tag) => (
            <li
              key={tag}
              className="inline-flex items-center gap-1 rounded-control border border-line-strong ps-2 text-xs not-has-[button]:pe-2"
            >
              <bdi>{tag}</bdi>
              {mayWrite && (
                <button
                  type="button"
                  aria-label={t('removeTag', { tag })}
                  disabled={change.isPending}
                  className="grid size-6 place-items-center text-muted hover:text-ink pointer-coarse:size-11"
                  onClick={() => change.mutate(tags.filter((name) => name !== tag))}
                >
                  <X className="size-3.5" strokeWidth={2} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <ShortForm form={form} className="flex items-end gap-2" onSubmit={add} error={change.error}>
          <div className="min-w-0 flex-1">
            <TextInput
              label={t('addTag')}
              maxLength={maxTypedTagLength}
              autoComplete="off"
              {...field('tag')}
              required={false}
            />
          </div>
          <Button text={t('add')} type="submit" busy={change.isPending} />
        </ShortForm>
      )}
      <Problem error={change.error} title={t('failed.tag')} />
    </div>
  );
}
