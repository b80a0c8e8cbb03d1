import type { UserDirectory } from './audit.user-directory.ts';

/** What `audit` provides to the features below it; made in compose.ts. */
export type AuditPorts = {
  /** Looks up the users whose ids are in the audit log. */
  userDirectory: UserDirectory;
};
