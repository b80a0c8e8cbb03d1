import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { SessionUser } from '#client/lib/session/session.ts';
import { permissions } from '#shared/kernel/permission.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { roleRights, type TeamRole } from '#shared/team/team.roles.ts';
import { aSessionUser } from './answers.ts';
import { renderScreen } from './screen.tsx';
import { Refused, type Answers, type FakeServer } from './server.ts';
import { t } from './texts.ts';

/** A member of the team: a new one for each test, because a proof of the password is valid for the session. */
export function anAdmin(role: TeamRole = 'owner'): SessionUser {
  const names = { email: 'desk@landfall.test', firstName: 'Desk', lastName: 'Administrator' };
  const rights = { role: 'admin' as const, isAdmin: true, may: [...roleRights[role].may] };
  return aSessionUser({ id: crypto.randomUUID(), ...names, ...rights });
}

/** Answers to the calls that every admin screen makes: no work waits, and the team has no other member. */
const adminAnswers: Answers = {
  'GET /api/admin/me': { id: aSessionUser().id, name: 'Desk Administrator', role: 'owner', may: [...permissions] },
  'GET /api/admin/transactions': [],
  'GET /api/admin/verdicts': [],
  'GET /api/admin/matching-transactions': { matching: [], left: [] },
  'GET /api/admin/payouts/figures': { currencies: [] },
  'GET /api/admin/payout-batches': [],
  'GET /api/admin/unmatched': [],
  'GET /api/admin/offers': [],
  'GET /api/admin/refunds': [],
  'GET /api/admin/statement-lines': [],
  'GET /api/admin/kyc-requests': [],
  'GET /api/admin/chat-rooms': [],
  'GET /api/admin/agent-requests': [],
  'GET /api/admin/held-rates': [],
  'GET /api/admin/payment-methods': [],
  'GET /api/admin/team': [],
  'GET /api/admin/ready-texts': [],
  'GET /api/admin/rules': { ...settingsDefaults.rules, payoutOverUsd: null },
  'GET /api/admin/books/orders/:id': { entries: [], accounts: [] },
  'GET /api/second-factor': { isOn: false, since: null, recoveryCodesLeft: 0, removeAt: null },
  'POST /api/admin/step-up': { stepUpToken: 'proven', expiresAt: '2099-01-01T00:00:00.000Z' },
};

/** A screen of the administration, as the owner of the team unless `as` says who. */
export function renderAdmin(path: string, answers: Answers = {}, admin = anAdmin()): Promise<FakeServer> {
  return renderScreen(path, { ...adminAnswers, ...answers }, { as: admin });
}

/** Refuses the first call with step_up_required, like a session that is not sure, then answers. */
export function askingFirst<Answer>(answer: Answer): () => Answer | Refused {
  let isAsked = false;
  return () => {
    if (isAsked) return answer;
    isAsked = true;
    return new Refused('step_up_required', 'step_up_required');
  };
}

/** Types the password in the dialog that asks for it before some actions; it closes once the password is proven. */
export async function proveAgain(): Promise<void> {
  const name = t('auth:stepUp.title');
  const dialog = within(await screen.findByRole('dialog', { name }));
  const password = { target: { value: 'the desk keeps its own key 9417' } };
  fireEvent.change(dialog.getByLabelText(t('auth:stepUp.password')), password);
  fireEvent.click(dialog.getByRole('button', { name: t('auth:stepUp.continue') }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
}
