import { expect, test } from 'vitest';
import { aSessionUser, signedInAs } from '#tests/components/answers.ts';
import { expectText, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const password = 'seven quiet harbours 58';

test('a member without a second factor sets it up after sign-in without the password again', async () => {
  const user = aSessionUser();
  const server = await renderScreen('/admin/login', {
    'POST /api/login': { ...signedInAs(user), isAdmin: true, secondFactorSetupRequired: true },
    'GET /api/auth/user': new Refused('second_factor_setup_required', 'second_factor_setup_required'),
    'POST /api/second-factor': {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/desk?secret=JBSWY3DPEHPK3PXP',
    },
  });
  await fill(t('auth:field.email'), user.email);
  await fill(t('auth:field.password'), password);
  await press(t('auth:admin.submit'));
  await expectText('JBSW Y3DP EHPK 3PXP');
  expect(location.pathname).toBe('/second-factor');
  expect(server.sent('POST /api/second-factor')).toMatchObject([{ body: { password } }]);
  // The history and the storage of a browser outlive the page.
  expect(JSON.stringify([history.state, Object.entries(localStorage)])).not.toContain('JBSWY3DP');
});
