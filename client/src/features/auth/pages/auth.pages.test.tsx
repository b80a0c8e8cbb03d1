import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { switchLanguage } from '#client/lib/i18n/i18n.ts';
import { register } from '#shared/auth/auth.contract.ts';
import { anEstimate, aSessionUser, signedInAs } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import {
  expectLink,
  expectText,
  field,
  fill,
  pick,
  press,
  pressFirst,
  renderScreen,
} from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

afterEach(() => vi.restoreAllMocks());

const ada = aSessionUser();
const now = new Date().toISOString();
const password = 'seven quiet harbours 58';
const newPassword = 'nine calm lighthouses 12';
const resetAddress = '/reset-password?token=the-token-of-the-link-in-the-mail';
const wrongCredentials = new Refused('wrong_credentials', 'credentials_wrong');

const signedIn = { 'POST /api/login': signedInAs(ada), 'GET /api/auth/user': ada };
const landing = { 'POST /api/calculate-sell-amount': anEstimate() };
const ofAnEmptyForm = [
  t('errors:first_name_too_short'),
  t('errors:last_name_too_short'),
  t('errors:email_invalid'),
  t('errors:country_required'),
  t('errors:mobile_number_invalid'),
  t('errors:password_too_short'),
  t('errors:age_unconfirmed'),
];

/** A browser of these languages; none of them names a country. */
const aBrowserOf = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

async function signIn(button: string, typedPassword = password): Promise<void> {
  await fill(t('auth:field.email'), ada.email);
  await fill(t('auth:field.password'), typedPassword);
  await press(button);
}

test('a customer whose sign-in fails reads why and does not lose the typed address', async () => {
  const server = await renderScreen('/login', { 'POST /api/login': wrongCredentials });
  await press(t('auth:login.submit'));
  await expectText(/There .* problem/);
  await expectText(t('errors:fields_missing_out'));
  await signIn(t('auth:login.submit'), 'not my password');
  await expectText(t('errors:credentials_wrong'));
  const alert = () => within(screen.getByRole('main')).getByRole('alert').textContent;
  expect(alert()).toContain(t('auth:login.failed'));
  expect(alert()).toContain(t('errors:credentials_wrong'));
  expect((await field(t('auth:field.email'))).value).toBe(ada.email);
  expect((await field(t('auth:field.password'))).value).toBe('');
  // A proxy answers with its own error page.
  server.answer({ 'POST /api/login': new Response('<h1>Bad Gateway</h1>', { status: 502 }) });
  await signIn(t('auth:login.submit'));
  await waitFor(() => expect(alert()).toContain(t('auth:login.refused')));
});

test.each(['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)'])(
  'a customer lured with the return address %s is led to the dashboard',
  async (next) => {
    await renderScreen(`/login?next=${encodeURIComponent(next)}`, signedIn);
    await signIn(t('auth:login.submit'));
    await waitFor(() => expect(location.href).toBe('http://localhost:3000/dashboard'));
  },
);

test('a customer at the admin sign-in reads what a stranger reads and is not signed in', async () => {
  const server = await renderScreen('/admin/login', { ...signedIn, 'POST /api/logout': { message: '' } });
  const submit = t('auth:admin.submit');
  await press(submit);
  await expectText(t('errors:credentials_required'));
  await signIn(submit);
  const asCustomer = (await expectText(t('errors:credentials_wrong'))).closest('[role=alert]')?.textContent;
  expect(localStorage.getItem('auth_token')).toBeNull();
  server.answer({ 'POST /api/login': wrongCredentials });
  await signIn(submit, 'not my password');
  await waitFor(() => expect(server.sent('POST /api/login')).toHaveLength(2));
  expect((await expectText(t('errors:credentials_wrong'))).closest('[role=alert]')?.textContent).toBe(asCustomer);
  expect(location.pathname).toBe('/admin/login');
});

test('a signed-in customer who opens the sign-in is sent to the dashboard', async () => {
  await renderScreen('/login', {}, { as: ada });
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
});

test('a new visitor is shown the registration first, and a returning one the sign-in', async () => {
  await renderScreen('/', landing);
  const main = () => within(screen.getByRole('main'));
  const submit = () => main().findByRole('button', { name: t('auth:login.submit') });
  const create = () => main().findByRole('link', { name: t('auth:login.create') });
  fireEvent.click(await main().findByRole('link', { name: t('landing:hero.start') }));
  expect((await submit()).compareDocumentPosition(await create())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  fireEvent.click(await create());
  await screen.findByRole('heading', { name: t('auth:register.title') });
  await pressFirst(t('common:action.signIn'), 'link');
  expect((await submit()).compareDocumentPosition(await create())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each([
  ['/register', 'Crear cuenta', 'Escriba un correo electrónico válido'],
  ['/kyc', /^Enviar pasaporte/, 'Escriba el número del documento'],
])('a customer who reads Spanish reads on %s in Spanish which fields are missing', async (path, submit, text) => {
  aBrowserOf('es');
  onTestFinished(() => switchLanguage('en'));
  await renderScreen(path, {}, path === '/kyc' ? { as: ada } : {});
  await pressFirst(submit);
  await expectText(text);
});

/** Fills in the form of a new account. */
async function fillIn(): Promise<void> {
  await fill(t('auth:field.firstName'), 'Ada');
  await fill(t('auth:field.lastName'), 'Okafor');
  await fill(t('auth:field.email'), ada.email);
  await pick(t('auth:field.country'), 'niger', /Nigeria/);
  await fill(t('auth:field.mobile'), '803 123 4567');
  await fill(t('auth:field.newPassword'), password);
  await fill(t('auth:field.confirmPassword'), password);
  fireEvent.click(await screen.findByRole('checkbox'));
}

test('a visitor who registers reads missing fields beside each field and in one list', async () => {
  aBrowserOf('eo');
  await renderScreen('/register');
  await press(t('auth:register.submit'));
  await screen.findByRole('heading', { name: t('common:form.problems', { count: 7 }) });
  const main = within(screen.getByRole('main'));
  // The messages are shown next to the field and in the list; the age has one above the page as well.
  for (const message of ofAnEmptyForm) expect([message, main.getAllByText(message).length]).toEqual([message, 2]);
  await fillIn();
  await fill(t('auth:field.confirmPassword'), 'something else');
  for (const message of ofAnEmptyForm) await waitFor(() => expect(main.queryAllByText(message)).toEqual([]));
  await press(t('auth:register.submit'));
  await within(await screen.findByRole('alert')).findByText(t('errors:passwords_differ'));
  await fill(t('auth:field.confirmPassword'), password);
  await waitFor(() => expect(screen.queryByText(t('errors:passwords_differ'))).toBeNull());
});

test('a visitor whose browser names only malformed languages can register', async () => {
  aBrowserOf('C', 'en-US@posix');
  const { email } = ada;
  const answer = { ...blankOf(register.response), requiresVerification: true, email, resendAt: now } as const;
  const server = await renderScreen('/register', { 'POST /api/register': answer });
  await fillIn();
  await press(t('auth:register.submit'));
  await fill(t('auth:code.label'), '12 34');
  await press(t('auth:code.submit'));
  await expectText(t('errors:one_time_code_malformed'));
  const body = { mobileNumber: '+234803 123 4567', language: 'en', countryCode: '+234' };
  expect(server.sent('POST /api/register')).toMatchObject([{ body }]);
  // Back leads to the form, as it was typed.
  act(() => {
    history.back();
  });
  await waitFor(async () => expect((await field(t('auth:field.email'))).value).toBe(email));
});

test('a customer whose mailed code was wrong finds it selected and types over it', async () => {
  const { email } = ada;
  const answer = { ...blankOf(register.response), requiresVerification: true, email, resendAt: now } as const;
  const server = await renderScreen('/register', {
    'POST /api/register': answer,
    'POST /api/verify-otp': new Refused('invalid_code', 'one_time_code_wrong'),
  });
  await fillIn();
  await press(t('auth:register.submit'));
  await fill(t('auth:code.label'), '000000');
  await expectText(t('errors:one_time_code_wrong'));
  const code = await field(t('auth:code.label'));
  await waitFor(() => expect([code.value, code.selectionStart, code.selectionEnd]).toEqual(['000000', 0, 6]));
  await expectText(t('errors:one_time_code_wrong'));
  await fill(t('auth:code.label'), '305917');
  await waitFor(() => expect(server.sent('POST /api/verify-otp')).toHaveLength(2));
  expect(server.sent('POST /api/verify-otp').at(-1)).toMatchObject({ body: { otp: '305917' } });
});

test('a customer whose code of the authenticator app was wrong types the right one over it', async () => {
  const server = await renderScreen('/login', {
    'POST /api/login': new Refused('invalid_code', 'second_factor_code_wrong'),
  });
  await signIn(t('auth:login.submit'));
  const code = await field(t('common:session.code'));
  await fill(t('common:session.code'), '000000');
  await press(t('auth:login.submit'));
  await waitFor(() => expect(server.sent('POST /api/login')).toHaveLength(2));
  await waitFor(() => expect(code.selectionEnd).toBe(6));
  await fill(t('common:session.code'), '3');
  // The message of the field about half a code replaces the refusal.
  await waitFor(() => expect(screen.getAllByText(t('errors:second_factor_code_malformed')).length).toBeGreaterThan(0));
  expect([code.value, code.selectionStart, code.selectionEnd]).toEqual(['3', 1, 1]);
});

async function setPassword(input: string, repetition = input): Promise<void> {
  await fill(t('auth:field.newPassword'), input);
  await fill(t('auth:field.confirmPassword'), repetition);
  await press(t('auth:reset.submit'));
}

test('a visitor who asks for a link without a valid address reads why, and nothing is sent', async () => {
  const server = await renderScreen('/forgot-password');
  await press(t('auth:forgot.submit'));
  await expectText(t('errors:email_invalid'));
  expect(server.sent('POST /api/forgot-password')).toEqual([]);
});

test('a customer whose new password or link is refused reads what to do', async () => {
  const expiredLink = new Refused('link_expired', 'reset_link_expired');
  const server = await renderScreen(resetAddress, { 'POST /api/reset-password': expiredLink });
  await waitFor(() => expect(location.search).toBe(''));
  await setPassword('short');
  await expectText(t('errors:password_too_short'));
  await setPassword(newPassword, 'other');
  await expectText(t('errors:passwords_differ'));
  expect(server.sent('POST /api/reset-password')).toEqual([]);

  await setPassword(newPassword);
  await expectText(t('auth:reset.expired'));
  await expectLink(t('auth:reset.again'), '/forgot-password');
  const [token] = resetAddress.split('=').slice(-1);
  expect(server.sent('POST /api/reset-password')).toMatchObject([{ body: { token } }]);
});

test('an invited customer sets no password before they say that they are of age', async () => {
  const resetResponse = { message: 'Done', deviceToken: 'known' };
  const server = await renderScreen(`${resetAddress}&invited=1`, { 'POST /api/reset-password': resetResponse });
  await screen.findByRole('heading', { name: t('auth:invited.title') });
  await waitFor(() => expect(location.search).toBe(''));
  const fields = [t('auth:field.newPassword'), t('auth:field.confirmPassword')];
  for (const label of fields) fireEvent.change(screen.getByLabelText(label), { target: { value: newPassword } });
  fireEvent.click(screen.getByRole('button', { name: t('auth:invited.submit') }));
  await expectText(t('errors:age_unconfirmed'));
  expect(server.sent('POST /api/reset-password')).toEqual([]);
  fireEvent.click(screen.getByLabelText(t('auth:register.age')));
  fireEvent.click(screen.getByRole('button', { name: t('auth:invited.submit') }));
  await expectText(t('auth:invited.done'));
  expect(server.sent('POST /api/reset-password')).toMatchObject([{ body: { ageConfirmed: true } }]);
});

test('an invited customer with a damaged link is asked for their age too', async () => {
  const server = await renderScreen(resetAddress, {
    'POST /api/reset-password': new Refused('invalid_input', 'age_unconfirmed', { ageConfirmed: 'age_unconfirmed' }),
  });
  await setPassword(newPassword);
  const age = await screen.findByLabelText(t('auth:register.age'));
  await screen.findByRole('heading', { name: t('auth:invited.title') });
  server.answer({ 'POST /api/reset-password': { message: 'Done', deviceToken: 'known' } });
  fireEvent.click(age);
  fireEvent.click(screen.getByRole('button', { name: t('auth:invited.submit') }));
  await expectText(t('auth:invited.done'));
  expect(server.sent('POST /api/reset-password')).toMatchObject([
    { body: { password: newPassword } },
    { body: { password: newPassword, ageConfirmed: true } },
  ]);
});

test('a customer who opens /api/logout is signed out on the landing page', async () => {
  const answers = { ...landing, 'POST /api/logout': { message: t('auth:signOut.title') } };
  const server = await renderScreen('/sign-out', answers, { as: ada });
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(server.sent('POST /api/logout')).toHaveLength(1);
});

test('a visitor who opens the code page without an address is asked for it', async () => {
  await renderScreen('/verify-otp');
  await fill(t('auth:code.label'), '123456');
  await expectText(t('errors:email_required'));
});

test('a customer led to the code page by a link has four attempts left after one wrong code', async () => {
  const refusal = { 'POST /api/verify-otp': new Refused('invalid_code', 'one_time_code_wrong') };
  await renderScreen('/verify-otp?email=ada@customers.test', refusal);
  await fill(t('auth:code.label'), '000000');
  await expectText(t('auth:code.left', { count: 4 }));
  expect(screen.queryByText(t('auth:code.used'))).toBeNull();
});

test('a customer who opens the code page by a second link has all five attempts again', async () => {
  const refusal = { 'POST /api/verify-otp': new Refused('invalid_code', 'one_time_code_wrong') };
  for (const _visit of [1, 2]) {
    cleanup();
    await renderScreen('/verify-otp?email=ada@customers.test', refusal);
    await fill(t('auth:code.label'), '000000');
    await expectText(t('auth:code.left', { count: 4 }));
  }
  expect(localStorage.getItem('landfall-code-attempts')).not.toContain('ada@customers.test');
});
