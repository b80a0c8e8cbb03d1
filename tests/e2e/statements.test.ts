import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, onTestFinished, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectTexts, fill, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { admin, anAdmin, ask } from './harness/users.ts';

const iban = 'NL91ABNA0417164300';
const name = 'Account for statements';

beforeAll(async () => {
  const { token } = await anAdmin();
  const account = { name, currency: 'EUR', format: 'by_hand', holderName: 'Landfall', iban, bankName: 'ABN AMRO' };
  await ask('POST', '/api/admin/desk-accounts', { token, body: account });
});

const csv = [
  'Boekdatum;Omschrijving;Bedrag;Saldo',
  '24-11-2026;LF7K3MQ2 Ada Obi;-93,02;906,98',
  '25-11-2026;huur;1.050,00;1956,98',
  'Totaal;;;1956,98',
  '',
].join('\r\n');

test('the owner sees a bank’s table before it is stored, and imports it with one click', async () => {
  const { page } = await admin('/admin/statements');
  const [main, chooser] = [page.getByRole('main'), page.getByLabel('Import statement…')];
  const region = page.getByRole('region', { name: 'How the file is read' });
  await chooser.setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expectTexts(region, 'Boekdatum', 'Bedrag', 'DD-MM-YYYY', 'LF7K3MQ2 Ada Obi', 'Bookings: 2');
  await expectTexts(region, 'Rows that are no bookings: 1');
  await expect(button(page, 'Import', true)).toHaveAttribute('aria-disabled', 'true');
  await expectGoodInEveryAppearance(page, 'admin-statement-guessed');
  await fill(region, { 'Name of the layout': 'Dutch bank' });
  await press(region, 'Save layout');
  await expect(button(region, 'Save layout')).toBeHidden();
  await page.getByLabel('Account', { exact: true }).selectOption({ label: `${name} (EUR)` });
  await press(page, 'Import', true);
  const dialog = page.getByRole('dialog', { name: 'Which account is it of?' });
  await expectTexts(dialog, `Is it of ${name} (EUR)?`);
  await press(dialog, 'Yes, import');
  await expect(dialog).toBeHidden();
  await expectTexts(main, 'november.csv');
});

test('the owner reads that a file is of another account or unreadable before it is stored', async () => {
  const { page } = await admin('/admin/statements');
  const chooser = page.getByLabel('Import statement…');
  const previewDialog = page.getByRole('dialog', { name: 'statement.sta' });
  const mt940 = (account: string) =>
    `:20:S1\r\n:25:${account}\r\n:28C:1/1\r\n:60F:C261124EUR100,00\r\n` +
    ':61:2611241124D93,02NTRFNONREF//N1\r\n:86:rent\r\n:62F:C261124EUR6,98\r\n';
  const choose = (file: string) =>
    chooser.setInputFiles({ name: 'statement.sta', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await choose(mt940(iban));
  await expectTexts(previewDialog, 'Import 1 line');
  const chosenAccount = previewDialog.getByLabel('Account', { exact: true }).locator('option:checked');
  await expect(chosenAccount).toHaveText(`${name} (EUR)`);
  await press(previewDialog, 'Cancel');
  await expect(previewDialog).toBeHidden();
  await choose(mt940('DE75512108001245126199'));
  await expectTexts(previewDialog, 'Bookings: 0', 'Left out, of other accounts: …6199 (1)');
  await press(previewDialog, 'Cancel');
  await expect(previewDialog).toBeHidden();
  expectError(page, /422 POST .*statements/);
  await choose(`%PDF-1.7\n${mt940(iban)}`);
  await expect(previewDialog.getByText(/This is a PDF. Please ask the bank for camt.053, MT940 or CSV./)).toBeVisible();
});

/**
 * A file of yesterday on the disk of the browser's user: the browser compares times of change to the second, and a file
 * changed within its first one would be the same to it.
 */
async function aFile(fileName: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, fileName);
  await writeFile(path, text);
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(path, yesterday, yesterday);
  return path;
}

/** Drags a file from the desktop over the middle of the window and drops it there, as the browser itself gets it. */
async function dropFromDesktop(page: Page, path: string, isTaken = false): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const dragData = { items: [], files: [path], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data: dragData });
  const isOver = async () => {
    await send('dragOver');
    return page.getByRole('region', { name: 'Drop the statement' }).isVisible();
  };
  await send('dragEnter');
  // A user keeps moving until they drop: the element below the file may have been replaced meanwhile.
  await expect.poll(isOver).toBe(isTaken);
  await send('drop');
}

test('a statement dropped while a dialog is open is ignored', async () => {
  const path = await aFile('december.csv', csv);
  const { page } = await admin('/admin/statements');
  await expect(page.getByRole('row').filter({ hasText: 'november.csv' })).toBeVisible();
  await dropFromDesktop(page, path, true);
  const dialog = page.getByRole('dialog', { name: 'december.csv' });
  await expectTexts(dialog, 'Bookings: 2');
  const layout = dialog.getByLabel('Layout of a CSV file');
  await layout.selectOption({ label: 'Dutch bank' });
  const otherFile = await aFile('january.csv', csv);
  await dropFromDesktop(page, otherFile);
  await dropFromDesktop(page, otherFile);
  await expect(layout).toHaveValue(/./);
  await expectTexts(dialog, 'Bookings: 2');
  await expect(page.getByRole('dialog', { name: 'january.csv' })).toHaveCount(0);
  await expect(page).toHaveURL(/admin\/statements/);
});

test('a file that changed after it was chosen is named as such, and not as a lost connection', async () => {
  const path = await aFile('february.csv', csv);
  const { page } = await admin('/admin/statements');
  const region = page.getByRole('region', { name: 'How the file is read' });
  await page.getByLabel('Import statement…').setInputFiles(path);
  await expectTexts(region, 'Bookings: 2');
  await writeFile(path, `${csv}more`);
  expectError(page, /statements/);
  await page.getByLabel('Account', { exact: true }).selectOption({ label: `${name} (EUR)` });
  await expect(page.getByRole('dialog', { name: 'february.csv' })).toContainText(
    'This file was changed or moved after you chose it',
  );
});
