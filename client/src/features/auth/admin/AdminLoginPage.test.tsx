import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clearSession } from '#client/lib/session/session.ts';
import { anEstimate, aSessionUser, signedInAs } from '#tests/components/answers.ts';
import { expectText, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';
import { beginSetup, begunSetup } from '../auth.begun-setup.ts';

const password = 'seven quiet harbours 58';

const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/desk?secret=JBSWY3DPEHPK3PXP' };

test('a member without a second factor sets it up after sign-in without the password again', async () => {
  const user = aSessionUser();
  const server = await renderScreen('/admin/login', {
    'POST /api/login': { ...signedInAs(user), isAdmin: true, secondFactorSetupRequired: true },
    'GET /api/auth/user': new Refused('second_factor_setup_required', 'second_factor_setup_required'),
    'POST /api/second-factor': setup,
  });
  await fill(t('auth:field.email'), user.email);
  await fill(t('auth:field.password'), password);
  await press(t('auth:admin.submit'));
  await expectText('JBSW Y3DP EHPK 3PXP');
  expect(begunSetup()).toBeUndefined();
  expect(location.pathname).toBe('/second-factor');
  expect(server.sent('POST /api/second-factor')).toMatchObject([{ body: { password } }]);
  // The history and the storage of a browser outlive the page.
  expect(JSON.stringify([history.state, Object.entries(localStorage)])).not.toContain('JBSWY3DP');
});

test('a member waits with a busy button while the set-up of their second factor begins', async () => {
  const user = aSessionUser();
  let answer: (secret: typeof setup) => void = () => undefined;
  const promise = new Promise<typeof setup>((resolve) => (answer = resolve));
  const server = await renderScreen('/admin/login', {
    'POST /api/login': { ...signedInAs(user), isAdmin: true, secondFactorSetupRequired: true },
    'GET /api/auth/user': new Refused('second_factor_setup_required', 'second_factor_setup_required'),
    'POST /api/second-factor': () => promise,
  });
  await fill(t('auth:field.email'), user.email);
  await fill(t('auth:field.password'), password);
  await press(t('auth:admin.submit'));
  await waitFor(() => expect(server.sent('POST /api/second-factor')).toHaveLength(1));
  const button = document.querySelector('[type=submit]');
  expect(button?.getAttribute('aria-busy')).toBe('true');
  answer(setup);
  await expectText('JBSW Y3DP EHPK 3PXP');
});

test('a member who signs out loses the second factor that they have not confirmed', async () => {
  // The calculator of the landing page asks for an estimate.
  const answers = { 'POST /api/second-factor': setup, 'POST /api/calculate-sell-amount': anEstimate() };
  await renderScreen('/', answers, { as: aSessionUser() });
  await beginSetup(password);
  clearSession();
  expect(begunSetup()).toBeUndefined();
});
