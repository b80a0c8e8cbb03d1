import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { applyImport } from '#server/features/imports/imports.actions.service.ts';
import { checkFile } from '#server/features/imports/imports.checking.service.ts';
import type { ImportsDeps } from '#server/features/imports/imports.ports.ts';
import { withoutKey } from '#server/http/guards/idempotency.ts';
import { ownerActor } from './demo.activity.ts';

/** A typical sheet: with a customer without an address, and lines that need a correction. */
const sheet = [
  'Name;Surname;Email;WhatsApp;Country;Note;Account number;Bank;Bank code;Currency',
  'Folake;Adebayo;folake.adebayo@example.com;0803 555 0101;Nigeria;Comes on Fridays;0152792740;GTBank;058;NGN',
  'Chidi;Eze;;0803 555 0102;NG;Sells through his brother;;;;',
  'Amina;Yusuf;amina.yusuf@example.com;0803 555 0103;234;;;;;',
  'Kwame;Boateng;kwame.boateng@example.com;0803 44;Ghana;;;;;',
  'Ngozi;Eze;;0803 555 0102;NG;;;;;',
  'Sibusiso;Dlamini;sibusiso@@example.com;;South Africa;;;;;',
];
const mapping = { firstName: 'Name' } as const;

/** Imports a few customers from a file, through the real services. */
export async function seedImport(deps: ImportsDeps, folder: string): Promise<void> {
  const owner = await ownerActor(deps);
  const bytes = Buffer.from(sheet.join('\r\n'));
  const path = join(folder, 'customers.csv');
  await writeFile(path, bytes);
  const sentHash = createHash('sha256').update(bytes).digest();
  const file = {
    path,
    originalName: 'customers.csv',
    size: bytes.length,
    type: 'application/octet-stream',
    sentHash,
  } as const;
  const idempotency = withoutKey(deps, () => ({ status: 201, answer: null }));
  const checked = await checkFile(deps, owner, { kind: 'customers', mapping }, [file], {
    idempotency,
    onKnown: () => undefined,
  });
  const { id } = z.object({ id: z.uuid() }).parse(checked.result);
  await applyImport.carryOut(deps, owner, { params: { id }, body: { invite: false }, idempotency });
}
