import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { field, fill, pick, press, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

afterEach(() => vi.restoreAllMocks());

/** A browser of these languages; none of them names a country. */
const aBrowserOf = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

const ofAnEmptyForm = [
  t('errors:first_name_too_short'),
  t('errors:last_name_too_short'),
  t('errors:email_invalid'),
  t('errors:country_required'),
  t('errors:mobile_number_invalid'),
  t('errors:password_too_short'),
  t('errors:age_unconfirmed'),
];

async function fillIn(): Promise<void> {
  await fill(t('auth:field.firstName'), 'Ada');
  await fill(t('auth:field.lastName'), 'Okafor');
  await fill(t('auth:field.email'), 'ada@customers.test');
  await pick(t('auth:field.country'), 'niger', /Nigeria/);
  await fill(t('auth:field.mobile'), '803 123 4567');
  await fill(t('auth:field.newPassword'), 'seven quiet harbours 58');
  await fill(t('auth:field.confirmPassword'), 'seven quiet harbours 58');
  fireEvent.click(await screen.findByRole('checkbox'));
}

test('somebody who registers reads beside each field and in one list what is missing, and corrects it', async () => {
  aBrowserOf('eo');
  await renderScreen('/register');
  await press(t('auth:register.submit'));
  await screen.findByRole('heading', { name: t('common:form.problems', { count: 7 }) });
  // Beside the field and in the list, and in no message that flies over it.
  for (const message of ofAnEmptyForm) expect(screen.getAllByText(message)).toHaveLength(2);
  await fillIn();
  await fill(t('auth:field.confirmPassword'), 'something else');
  const main = within(screen.getByRole('main'));
  for (const message of ofAnEmptyForm) await waitFor(() => expect(main.queryAllByText(message)).toEqual([]));
  await press(t('auth:register.submit'));
  await within(await screen.findByRole('alert')).findByText(t('errors:passwords_differ'));
  await fill(t('auth:field.confirmPassword'), 'seven quiet harbours 58');
  await waitFor(() => expect(screen.queryByText(t('errors:passwords_differ'))).toBeNull());
});

test.each(['C', 'en-US@posix'])(
  'somebody whose browser names only the malformed language "%s" registers',
  async (tag) => {
    aBrowserOf(tag);
    const now = new Date().toISOString();
    const server = await renderScreen('/register', {
      'POST /api/register': {
        requiresVerification: true,
        email: 'ada@customers.test',
        user: { id: crypto.randomUUID(), firstName: 'Ada', lastName: 'Okafor', email: 'ada@customers.test' },
        message: 'sent',
        codeExpiresAt: now,
        resendAt: now,
        serverTime: now,
      },
    });
    await fillIn();
    await press(t('auth:register.submit'));
    await field(t('auth:code.label'));
    expect(server.sent('POST /api/register')).toMatchObject([
      { body: { mobileNumber: '+234803 123 4567', language: 'en', countryCode: '+234' } },
    ]);
  },
);
