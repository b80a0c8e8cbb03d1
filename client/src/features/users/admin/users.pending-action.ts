import type { AdminUser } from './users.admin.queries.ts';

/** An action on a user that waits for its dialog. */
export interface PendingAction {
  action: 'edit' | 'block' | 'unblock' | 'delete';
  user: Pick<AdminUser, 'id' | 'name' | 'email' | 'mobileNumber'>;
}
