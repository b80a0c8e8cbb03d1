import type { LucideIcon } from 'lucide-react';
import type { Pause } from '#client/features/rates/admin/rates.admin.queries.ts';

/** Runs instead of a navigation; it opens a dialog that asks first. */
export type Command = { kind: 'pause' | 'resume'; name: string } & Pick<Pause, 'what' | 'subject'>;

/** The groups of the command menu: actions, screens and settings, and found rows. */
type HitGroup = 'do' | 'go' | 'found';

/** A line of the command menu: somewhere to go, or something to do. */
export interface Hit {
  id: string;
  group: HitGroup;
  go: string | Command;
  text: string;
  aside: string;
  /** Describes the result of the action before it is chosen. */
  leadsTo?: string;
  /** True of an action that no typed verb asked for: Enter must not start it. */
  isBeside?: boolean;
  Icon: LucideIcon;
}
