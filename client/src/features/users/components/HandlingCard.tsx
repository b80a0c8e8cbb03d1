import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { NoteSlot } from '#client/ui/layout/NoteSlot.tsx';
import { useAssign, type TaggedSubject } from '../users.handling.queries.ts';
import { useMembers } from '../users.members.queries.ts';
import { HandlingTags } from './HandlingTags.tsx';

interface HandlingCardProps {
  subject: TaggedSubject;
  assignee: { id: string; name: string } | null;
  tags: readonly string[];
}

/** Who of the team works on it, its tags, and the notes: all of it for the team alone. */
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
        <AssigneeSelect {...{ subject, assignee }} />
      ) : (
        <p>
          <span className="text-muted">{t('assignee')}: </span>
          {assignee?.name ?? t('noMember')}
        </p>
      )}
      <HandlingTags {...{ subject, tags, mayWrite }} />
      <NoteSlot {...{ subject, mayWrite }} />
    </section>
  );
}

function AssigneeSelect({ subject, assignee }: Pick<HandlingCardProps, 'subject' | 'assignee'>) {
  const { t } = useTranslation('users.handling');
  const id = useId();
  const assign = useAssign(subject);
  const members = useMembers();
  const others = members.some((member) => member.id === assignee?.id) || !assignee ? members : [assignee, ...members];
  return (
    <div className="flex flex-col gap-2">
      <Select
        id={id}
        label={t('assignee')}
        disabled={assign.isPending}
        value={(assign.isPending ? assign.variables : assignee?.id) ?? ''}
        onChange={({ target }) => assign.mutate(target.value || null)}
      >
        <option value="">{t('noMember')}</option>
        {others.map((member) => (
          <option key={member.id} value={member.id}>
            {member.name}
          </option>
        ))}
      </Select>
      <Problem error={assign.error} title={t('failed.assign')} />
    </div>
  );
}
