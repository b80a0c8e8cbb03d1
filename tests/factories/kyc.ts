import type { KycRequestDetails, KycRequestView, KycStatusView } from '#shared/kyc/kyc.contract.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { callerOf, type SentFile } from '#tests/setup/call.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';
import { theAdmin } from './exchanges.ts';
import { aPdf } from './files.ts';
import { steppedUp } from './members.ts';
import { aProof, aSeller, worldOf, type Seller } from './sales.ts';

/** The data of an honest user. */
export const claims = {
  documentType: 'passport',
  documentNumber: 'A0 482 1937',
  fullName: 'Ada Ngozi Obi',
  dateOfBirth: '1991-09-14',
  address: '17B Adeola Odeku Street, Victoria Island, Lagos',
  nationality: 'Nigeria',
};

export type Documents = Partial<Record<'document' | 'documentBack' | 'selfie', SentFile>>;

/** A photo with unique bytes. */
export const aPhoto = (name = 'passport.png') => ({ bytes: aProof(), name });
export const aScan = { bytes: aPdf, name: 'passport.pdf' };

type Answer<Body> = { status: number; body: Body & { code?: string; message?: string } & Record<string, unknown> };

type SubmitOptions = { fields?: Record<string, string>; files?: Documents; key?: string };

/** Submits an identity request as a browser's form would. */
export async function submitDocuments(
  app: Pick<TestApp, 'url'>,
  { token }: { token: string },
  { fields = claims, files = { document: aPhoto() }, key }: SubmitOptions = {},
): Promise<Answer<KycStatusView>> {
  const form = { ...fields, ...files };
  const answer = await callerOf(app.url)('POST', '/api/kyc/submit', { token, form, key });
  return answer as unknown as Answer<KycStatusView>;
}

/** This user's status. */
export async function statusOf({ call }: TestApp, { token }: { token: string }): Promise<KycStatusView> {
  return (await call('GET', '/api/kyc/status', { token })).body as unknown as KycStatusView;
}

/** The admin list. */
export async function adminList({ call }: TestApp, token: string, query = ''): Promise<KycRequestView[]> {
  return (await call('GET', `/api/admin/kyc-requests${query}`, { token })).body as unknown as KycRequestView[];
}

/** The newest request of this user, as in the admin list. */
export async function requestOf(app: TestApp, token: string, { id }: { id: string }): Promise<KycRequestView> {
  const match = (await adminList(app, token, '?pageSize=100')).find(({ userId }) => userId === id);
  if (!match) throw new Error('This user has no request');
  return match;
}

/** An admin's decision. */
export async function decide(
  { call, deps }: TestApp,
  token: string,
  id: string,
  decision: Record<string, unknown> = { status: 'approved', notes: 'Passport and name agree.' },
): Promise<Answer<KycRequestDetails>> {
  const payload = { token, headers: await steppedUp(deps, token), json: decision };
  const answer = await call('PUT', `/api/admin/kyc-requests/${id}/review`, payload);
  return answer as unknown as Answer<KycRequestDetails>;
}

/** An administrator, customers without an identity, and the calls about their requests. */
export function openKyc({ app, database, rows }: Testbed) {
  const admin = fixture(() => theAdmin(app));
  const newCustomer = () => aSeller(app, database.pool, { kyc: 'none' });
  const submit = (customer: { token: string }, documents?: Parameters<typeof submitDocuments>[2]) =>
    submitDocuments(app, customer, documents);
  return {
    admin,
    someone: newCustomer,
    submit,
    /** A request that waits, of a new customer or of this one. */
    aRequest: async (
      documents?: Parameters<typeof submit>[1],
      owner?: Seller,
    ): Promise<{ user: Seller; id: string }> => {
      const user = owner ?? (await newCustomer());
      const { status } = await submit(user, documents);
      if (status !== 201) throw new Error(`Submitting answered ${status}`);
      const newestRequest = 'select id from kyc_requests where user_id = $1 order by submitted_at desc limit 1';
      return { user, id: String((await rows(newestRequest, [user.id]))[0]?.id) };
    },
    decision: (id: string, decision?: Parameters<typeof decide>[3]) => decide(app, admin.token, id, decision),
    statusOf: (customer: { token: string }) => statusOf(app, customer),
    world: () => worldOf(app, database.pool),
    /** The status that is stored with the user. */
    markOf: async ({ id }: { id: string }) =>
      (await rows('select kyc_status from users where id = $1', [id]))[0]?.kyc_status,
  };
}
