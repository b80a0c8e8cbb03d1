import { BlockDialog } from './BlockDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import type { DeskPerson } from './people.api.ts';
import { UnblockDialog } from './UnblockDialog.tsx';

/** What the desk is about to do, and to whom. */
export interface Asked {
  deed: 'edit' | 'block' | 'unblock' | 'delete';
  person: Pick<DeskPerson, 'id' | 'name' | 'email'>;
}

/** The dialog of the deed that was asked for. */
export function DeedDialog({
  deed,
  person,
  onClose,
  onDeleted,
}: Asked & { onClose: () => void; onDeleted: () => void }) {
  if (deed === 'edit') return <EditDialog person={person} onClose={onClose} />;
  if (deed === 'block') return <BlockDialog person={person} onClose={onClose} />;
  if (deed === 'unblock') return <UnblockDialog person={person} onClose={onClose} />;
  const gone = () => {
    onClose();
    onDeleted();
  };
  return <DeleteDialog person={person} onClose={onClose} onDeleted={gone} />;
}
