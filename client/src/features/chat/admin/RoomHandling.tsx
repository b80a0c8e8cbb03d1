import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notes } from '#client/features/notes/components/Notes.tsx';
import { useMembers } from '#client/features/users/users.members.queries.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Select, TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { assignRoom } from '#shared/chat/chat.handling.contract.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { useAssignRoom, type AgentRoom } from '../chat.admin.queries.ts';

/** Assigns the member who answers here; shown to the team alone. */
export function RoomHandling({ room: { roomId, assignee } }: { room: AgentRoom }) {
  const { t } = useTranslation(['users.handling', 'chat.admin']);
  const titleId = useId();
  const [isHandingOver, setHandingOver] = useState(false);
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <div>
        <h3 id={titleId} className="text-base">
          {t('users.handling:title')}
        </h3>
        <p className="text-xs text-muted">{t('users.handling:internal')}</p>
      </div>
      <p>
        <span className="text-muted">{t('users.handling:assignee')}: </span>
        <bdi>{assignee?.name ?? t('users.handling:noMember')}</bdi>
      </p>
      <Button size="small" className="self-start" onClick={() => setHandingOver(true)}>
        {t('chat.admin:handOver.open')}
      </Button>
      {isHandingOver && <HandOverDialog roomId={roomId} assignee={assignee} onClose={() => setHandingOver(false)} />}
    </section>
  );
}

/**
 * Notes of colleagues about the customer, also at handovers and orders. It is last in its column: a new note moves
 * nothing.
 */
export function RoomNotes({ roomId }: { roomId: string }) {
  const { t } = useTranslation('notes');
  const titleId = useId();
  const mayWrite = useMay()('notes.write');
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h3 id={titleId} className="text-base">
        {t('title')}
      </h3>
      <Notes subject={{ kind: 'room', id: roomId }} mayWrite={mayWrite} />
    </section>
  );
}

interface HandOverProps extends Pick<AgentRoom, 'roomId' | 'assignee'> {
  onClose: () => void;
}

/** Assigns the room to a colleague, or unassigns it, with a note for them. */
function HandOverDialog({ roomId, assignee, onClose }: HandOverProps) {
  const { t } = useTranslation(['chat.admin', 'users.handling']);
  const members = useMembers().filter(
    ({ id, role }) => id !== assignee?.id && rightsOf(role).may.includes('chat.answer'),
  );
  const [form, field] = useContractForm(assignRoom.body, {
    defaultValues: { userId: members[0]?.id ?? null, note: '' },
  });
  // The option without a value unassigns the room.
  form.register('userId', { setValueAs: (id: string | null) => id || null });
  const assign = useAssignRoom(roomId);
  return (
    <FormDialog
      form={form}
      title={t('chat.admin:handOver.title')}
      confirm={t('chat.admin:handOver.confirm')}
      by={assign}
      failed={t('users.handling:failed.assign')}
      onSubmit={(body) => assign.mutate(body, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Select
        label={t('users.handling:assignee')}
        options={[...members.map(({ id, name }) => [id, name] as const), ['', t('users.handling:noMember')]]}
        {...field('userId')}
        optional
      />
      <TextArea
        label={t('chat.admin:handOver.note')}
        hint={t('users.handling:internal')}
        rows={3}
        dir="auto"
        {...field('note')}
        required={false}
      />
    </FormDialog>
  );
}
