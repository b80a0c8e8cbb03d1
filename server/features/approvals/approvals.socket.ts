import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { ApprovalSocketEvent } from '#shared/approvals/approvals.socket.ts';

/** Notifies the team's open screens when other actions than before need a second member. */
export function approvalsSocket(
  deps: Pick<Platform, 'events' | 'log'> & SettingsPorts,
  sockets: Pick<Sockets, 'toMembers'>,
): void {
  const rulesNow = () => JSON.stringify(settingsOf(deps).fourEyes);
  let lastState: string | undefined;
  const sendChange = async (): Promise<void> => {
    // Recipients then query this process, which must have the new rules by then.
    await deps.settings.refresh();
    const rules = rulesNow();
    if (rules === lastState) return;
    lastState = rules;
    // Every role reads orders, so this is the whole team.
    sockets.toMembers('orders.read', { type: 'approval_rules_changed' } satisfies ApprovalSocketEvent);
  };
  deps.events.on('settings_changed', () => {
    lastState ??= rulesNow();
    sendChange().catch((error: unknown) =>
      deps.log.warn(describeError(error), 'the team could not be notified of the rules of four eyes'),
    );
  });
}
