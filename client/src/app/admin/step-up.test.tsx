import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Route } from '#client/lib/api/call.ts';
import { createSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { inviteMember } from '#shared/team/team.contract.ts';
import { adminUserView } from '#shared/users/users.admin.contract.ts';
import { getWallet, updateWallet } from '#shared/wallets/wallets.contract.ts';
import { askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, fill, press } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

/** Defines how the server answers the call at the end of a flow: at once, or after the password. */
type AnswerAfterStepUp = <Answer>(answer: Answer) => () => Answer | Refused;
const atOnce: AnswerAfterStepUp = (answer) => () => answer;
const declinedStepUp: AnswerAfterStepUp = () => () => new Refused('step_up_required', 'step_up_required');

interface Flow {
  path: string;
  /** The call at the end of the flow. */
  route: Route;
  answers: (answering: AnswerAfterStepUp) => Answers;
  act: () => Promise<void>;
}

const member = {
  ...blankOf(inviteMember.response),
  id: crypto.randomUUID(),
  name: 'Mo Diaz',
  status: 'active',
} as const;
const team = { 'GET /api/admin/team': [member] };
const decidedBy = { name: member.name };

const litecoin = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const coin = { coin: 'Litecoin' };
const wallet = {
  ...blankOf(getWallet.response),
  ...({ cryptoId: 'litecoin', cryptoName: 'Litecoin', cryptoSymbol: 'LTC', group: 'main', isActive: true } as const),
  address: 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz',
  minimumDeposit: 1,
};
const uses = { openOrders: 0, openQuotes: 0, amount: 0, received: 0, lastQuoteEndsAt: null };
const wallets = {
  'GET /api/admin/wallets': [wallet],
  'GET /api/admin/wallets/:cryptoId': wallet,
  'GET /api/admin/wallets/:cryptoId/use': uses,
  'GET /api/admin/chains': [],
};
const savedWallet = blankOf(updateWallet.response);

const source = { ...blankOf(createSource.response), id: crypto.randomUUID(), state: 'active', chain: 'tron' } as const;
const sources = { 'GET /api/admin/deposit-sources': [source], 'GET /api/admin/wallets': [] };
const inSources = (key: 'add.pool' | 'stop' | 'switchOff' | 'export') => t(`deposit-sources.admin:${key}`);

/** Presses a button of the dialog of this name. */
async function pressIn(title: string, button: string): Promise<void> {
  fireEvent.click((await dialogOf(title)).getByRole('button', { name: button }));
}

/** Dialogs of the administration whose call the server may want the password for. */
const flows: Record<string, Flow> = {
  'an invitation to the team': {
    path: '/admin/team',
    route: 'POST /api/admin/team',
    answers: (answerCall) => ({ ...team, 'POST /api/admin/team': answerCall(member) }),
    act: async () => {
      await press(t('team:invite.open'));
      await fill(t('team:column.email'), 'nora@team.test');
      await pressIn(t('team:invite.title'), t('team:invite.confirm', { role: t('team:role.support') }));
    },
  },
  'another role of a member': {
    path: '/admin/team',
    route: 'PUT /api/admin/team/:id',
    answers: (answerCall) => ({ ...team, 'PUT /api/admin/team/:id': answerCall(member) }),
    act: async () => {
      await press(t('team:change.label', decidedBy));
      await pressIn(t('team:change.title', decidedBy), t('team:change.confirm'));
    },
  },
  'the end of a membership': {
    path: '/admin/team',
    route: 'DELETE /api/admin/team/:id',
    answers: (answerCall) => ({ ...team, 'DELETE /api/admin/team/:id': answerCall(undefined) }),
    act: async () => {
      await press(t('team:leave.end.label', decidedBy));
      await pressIn(t('team:leave.end.title', decidedBy), t('team:leave.end.confirm'));
    },
  },
  'a coin taken off sale': {
    path: '/admin/wallets',
    route: 'PUT /api/admin/wallets/:cryptoId',
    answers: (answerCall) => ({ ...wallets, 'PUT /api/admin/wallets/:cryptoId': answerCall(savedWallet) }),
    act: async () => {
      fireEvent.click(await screen.findByRole('switch', { name: t('wallets.admin:switch', coin) }));
      await pressIn(t('wallets.admin:ask.off.title', coin), t('wallets.admin:ask.off.yes', coin));
    },
  },
  'another smallest deposit': {
    path: '/admin/wallets',
    route: 'PUT /api/admin/wallets/:cryptoId',
    answers: (answerCall) => ({ ...wallets, 'PUT /api/admin/wallets/:cryptoId': answerCall(savedWallet) }),
    act: async () => {
      await press(t('wallets.admin:editMinimum', coin));
      await fill(t('wallets.admin:ask.minimum.field'), '2');
      await pressIn(t('wallets.admin:ask.minimum.title', coin), t('wallets.admin:ask.minimum.yes'));
    },
  },
  'another deposit address': {
    path: '/admin/wallets/litecoin',
    route: 'PUT /api/admin/wallets/:cryptoId',
    answers: (answerCall) => ({ ...wallets, 'PUT /api/admin/wallets/:cryptoId': answerCall(wallet) }),
    act: async () => {
      await fill(t('wallets.admin:paste.label', coin), litecoin);
      await fill(t('wallets.admin:type.label'), litecoin.slice(-6));
      await press(t('wallets.admin:page.title', { symbol: 'LTC' }));
    },
  },
  'the stop of a deposit address': {
    path: '/admin/wallets/litecoin',
    route: 'POST /api/admin/wallets/:cryptoId/stop',
    answers: (answerCall) => ({ ...wallets, 'POST /api/admin/wallets/:cryptoId/stop': answerCall(savedWallet) }),
    act: async () => {
      await press(t('wallets.admin:stop.open'));
      await fill(t('wallets.admin:stop.reason'), 'The key was stolen');
      await pressIn(t('wallets.admin:stop.final.title', coin), t('wallets.admin:stop.final.yes'));
    },
  },
  'a list of own addresses': {
    path: '/admin/deposit-sources',
    route: 'POST /api/admin/deposit-sources',
    answers: (answerCall) => ({ ...sources, 'POST /api/admin/deposit-sources': answerCall(source) }),
    act: async () => {
      await press(inSources('add.pool'));
      await fill(t('deposit-sources.admin:pool.addresses'), 'TXCR7GPKzYdenAwQNJcbL3FFFCrizn8oZw');
      await pressIn(inSources('add.pool'), inSources('add.pool'));
    },
  },
  'a source switched off': {
    path: '/admin/deposit-sources',
    route: 'PUT /api/admin/deposit-sources/:id',
    answers: (answerCall) => ({ ...sources, 'PUT /api/admin/deposit-sources/:id': answerCall(source) }),
    act: async () => {
      await press(inSources('switchOff'));
      await pressIn(inSources('switchOff'), inSources('switchOff'));
    },
  },
  'the stop of a source': {
    path: '/admin/deposit-sources',
    route: 'POST /api/admin/deposit-sources/:id/stop',
    answers: (answerCall) => ({ ...sources, 'POST /api/admin/deposit-sources/:id/stop': answerCall(source) }),
    act: async () => {
      await press(inSources('stop'));
      await fill(t('deposit-sources.admin:stopReason'), 'The key was stolen');
      await pressIn(inSources('stop'), inSources('stop'));
    },
  },
  'the sample accounts of customers’ payments': {
    path: '/admin/dashboard?tab=payment-methods',
    route: 'POST /api/admin/seed-payment-methods',
    answers: (answerCall) => ({
      'GET /api/admin/fiat-currencies': [],
      'POST /api/admin/seed-payment-methods': answerCall([]),
    }),
    act: async () => {
      await press(t('payment-methods.admin:seed'));
      await pressIn(t('payment-methods.admin:ask.seed.title'), t('payment-methods.admin:ask.seed.yes'));
    },
  },
  'an export of a list': {
    path: '/admin/users',
    route: 'GET /api/admin/users/export',
    answers: (answerCall) => ({
      'GET /api/admin/users': [blankOf(adminUserView)],
      'GET /api/admin/users/export': answerCall(new Response('id\n', { headers: { 'Content-Type': 'text/csv' } })),
    }),
    act: async () => {
      // The browser would leave the page for the file.
      const saveClick = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
      onTestFinished(() => saveClick.mockRestore());
      await press(t('admin.common:export.button'));
      await pressIn(t('admin.common:export.title.users'), t('admin.common:export.button'));
    },
  },
};

const prompt = t('auth:stepUp.title');
const isAsked = () => screen.queryByRole('dialog', { name: prompt }) !== null;

describe.each(Object.entries(flows))('%s', (_flow, { path, route, answers, act }) => {
  test('is sent at once if the password was entered recently', async () => {
    const server = await renderAdmin(path, answers(atOnce));
    await act();
    await waitFor(() => expect(server.sent(route)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST /api/admin/step-up')).toEqual([]);
  });

  test('asks for the password once in an older session, and is sent again unchanged', async () => {
    const server = await renderAdmin(path, answers(askingFirst));
    await act();
    await proveAgain();
    await waitFor(() => expect(server.sent(route)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, secondCall] = server.sent(route);
    expect(secondCall).toEqual(first);
    expect(server.sent('POST /api/admin/step-up')).toHaveLength(1);
  });
});

test('a member who gives no password reads that the action needs it and was not done', async () => {
  const { path, route, answers, act } = flows['an invitation to the team'] as Flow;
  const server = await renderAdmin(path, answers(declinedStepUp));
  await act();
  await pressIn(prompt, t('common:action.cancel'));
  await waitFor(() => expect(isAsked()).toBe(false));
  await expectText(t('errors:step_up_required'));
  expect(server.sent(route)).toHaveLength(1);
});
