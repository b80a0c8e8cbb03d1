import type { UserDirectory } from './audit.user-directory.ts';

/** What `audit` lends to the features below it; made in compose.ts. */
export type AuditPorts = {
  /** Whose ids stand in the audit log. */
  userDirectory: UserDirectory;
};
