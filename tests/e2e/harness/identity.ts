import { aPicture } from './orders.ts';
import { anAdmin, ask, askProven, type TestUser } from './users.ts';

const claims = {
  documentType: 'passport',
  documentNumber: 'A0 482 1937',
  fullName: 'Ada Ngozi Okafor',
  dateOfBirth: '1991-09-14',
  address: '17B Adeola Odeku Street, Victoria Island, Lagos',
  nationality: 'Nigeria',
};

type Document = { bytes: Buffer; name: string; type: string };
const picture = (name: string): Document => ({ bytes: aPicture(), name, type: 'image/png' });

type Changes = Partial<typeof claims> & { front?: Document; back?: Document };

/** Submits front, back and selfie through the API; the request awaits review. */
export async function handInDocuments(
  { token }: TestUser,
  { front = picture('passport-page.png'), back = picture('back.png'), ...changes }: Changes = {},
): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...claims, ...changes })) body.set(name, value);
  const sent = { document: front, documentBack: back, selfie: picture('me.png') };
  for (const [field, { bytes, name, type }] of Object.entries(sent)) {
    body.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  await ask('POST', '/api/kyc/submit', { token, body });
}

/** The decision of the administrator about this user's documents, through the API. */
export async function reviewDocuments(
  { email }: TestUser,
  status: 'approved' | 'rejected',
  notes: string,
): Promise<void> {
  const owner = await anAdmin();
  const path = `/api/admin/kyc-requests?status=pending&q=${encodeURIComponent(email)}`;
  const [request] = await ask<{ id: string }[]>('GET', path, owner);
  if (!request) throw new Error('No request of this user waits for an administrator.');
  await askProven(owner, 'PUT', `/api/admin/kyc-requests/${request.id}/review`, { status, notes });
}
