import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSessionUser, noKyc } from '#tests/components/answers.ts';
import { chooseFile, expectText, field, fill, pick, press, renderScreen } from '#tests/components/screen.tsx';
import { Lost } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();
const pendingStatus = { ...noKyc, status: 'pending', submittedAt: '2026-03-01T12:00:00.000Z' } as const;
const submit = (document: 'passport' | 'national_id' = 'passport') =>
  t('kyc:form.submit', { document: t(`kyc:submitName.${document}`) });
const photo = (type: 'passport' | 'national_id') => screen.getByRole('group', { name: t(`kyc:photoOf.${type}`) });
const chooser = (group: HTMLElement) => within(group).getByLabelText(t('files:chooseFile'));

/** Types the day of birth into its three fields. */
async function fillBirthday(...[day, month, year]: [string, string, string]): Promise<void> {
  await fill(t('kyc:form.day'), day);
  await fill(t('kyc:form.month'), month);
  await fill(t('kyc:form.year'), year);
}

async function fillIn(): Promise<void> {
  fireEvent.click(await screen.findByRole('radio', { name: t('kyc:type.national_id') }));
  await fill(t('kyc:form.documentNumber'), 'A0 482 1937');
  await fill(t('kyc:form.fullName'), 'Ada Okafor');
  await fillBirthday('14', '9', '1991');
  await pick(t('kyc:form.nationality'), 'nigeria', /^Nigeria/);
  await fill(t('kyc:form.address'), '17B Adeola Odeku Street, Lagos');
  chooseFile(chooser(photo('national_id')), 'card.pdf', 'application/pdf');
}

test('a customer who leaves out parts of the identity reads it beside each field, and nothing is sent', async () => {
  const server = await renderScreen('/kyc', {}, { as: customer });
  await fill(t('kyc:form.fullName'), '');
  await press(submit());
  const summary = within(await screen.findByRole('alert'));
  for (const part of ['document_number', 'legal_name', 'birth_date', 'nationality', 'home_address'] as const)
    expect(summary.getByText(t(`errors:${part}_required`))).toBeTruthy();
  fireEvent.click(summary.getByRole('button', { name: t('errors:birth_date_required') }));
  expect(document.activeElement).toBe(await field(t('kyc:form.day')));
  expect(server.sent('POST /api/kyc/submit')).toEqual([]);
});

test('a customer who chooses a file of another kind or size reads why it is not taken', async () => {
  await renderScreen('/kyc', {}, { as: customer });
  await field(t('kyc:form.fullName'));
  const drop = photo('passport');
  chooseFile(chooser(drop), 'notes.txt', 'text/plain');
  await waitFor(() => expect(drop.textContent).toContain(t('kyc:problem.typeTitle')));
  expect(drop.textContent).toContain(t('errors:type_not_image_or_pdf'));
  chooseFile(chooser(drop), 'scan.pdf', 'application/pdf', 10 * 1024 * 1024 + 1);
  await waitFor(() => expect(drop.textContent).toContain(t('kyc:problem.sizeTitle')));
  chooseFile(chooser(drop), 'page.png', 'image/png');
  await waitFor(() => expect(drop.textContent).not.toContain(t('kyc:problem.sizeTitle')));
});

test('a customer who gives a day that does not exist, or is too young, reads why', async () => {
  await renderScreen('/kyc', {}, { as: customer });
  await fillBirthday('31', '2', '1991');
  fireEvent.focus(await field(t('kyc:form.address')));
  await expectText(t('errors:birth_date_malformed'));
  await fillBirthday('31', '12', String(new Date().getFullYear() - 17));
  await expectText(t('errors:too_young', { minimumAge: 18 }));
});

test('a customer whose submission was stopped or lost finds every field filled for another attempt', async () => {
  const never = () => new Promise<never>(() => undefined);
  const server = await renderScreen('/kyc', { 'POST /api/kyc/submit': never }, { as: customer });
  await fillIn();
  await press(submit('national_id'));
  await screen.findByRole('progressbar', { name: t('kyc:form.sending') });
  await press(t('common:action.cancel'));
  await expectText(t('kyc:form.cancelled'));
  expect((await field(t('kyc:form.documentNumber'))).value).toBe('A0 482 1937');
  server.answer({ 'POST /api/kyc/submit': () => Promise.reject(new Lost()) });
  await press(submit('national_id'));
  await expectText(new RegExp(t('kyc:problem.failed')));
  expect((await field(t('kyc:form.documentNumber'))).value).toBe('A0 482 1937');
  await expectText('card.pdf');
  server.answer({ 'POST /api/kyc/submit': pendingStatus, 'GET /api/kyc/status': pendingStatus });
  await press(submit('national_id'));
  await expectText(t('kyc:pending.justSent'));
  const [stoppedCall, lostCall, repeatedCall, ...otherCalls] = server.sent('POST /api/kyc/submit');
  expect(repeatedCall).toMatchObject({ body: { documentNumber: 'A0 482 1937', dateOfBirth: '1991-09-14' } });
  expect(lostCall?.idempotencyKey).toMatch(/\S/);
  expect([stoppedCall, repeatedCall].map((call) => call?.idempotencyKey)).toEqual([
    lostCall?.idempotencyKey,
    lostCall?.idempotencyKey,
  ]);
  expect(otherCalls).toEqual([]);
});
