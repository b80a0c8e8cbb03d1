import { BlockDialog } from './BlockDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { UnblockDialog } from './UnblockDialog.tsx';
import type { PendingAction } from './users.pending-action.ts';

export function UserActionDialog({
  action,
  user,
  onClose,
  onDeleted,
}: PendingAction & { onClose: () => void; onDeleted: () => void }) {
  if (action === 'edit') return <EditDialog user={user} onClose={onClose} />;
  if (action === 'block') return <BlockDialog user={user} onClose={onClose} />;
  if (action === 'unblock') return <UnblockDialog user={user} onClose={onClose} />;
  const gone = () => {
    onClose();
    onDeleted();
  };
  return <DeleteDialog user={user} onClose={onClose} onDeleted={gone} />;
}
