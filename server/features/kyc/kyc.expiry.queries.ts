import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { expiryNoticeDays } from '#shared/kyc/kyc.rules.ts';
import { today } from './kyc.queries.ts';

/** What one run of the job deals with; the next run takes the rest. */
const maxAtOnce = 500;

const request = { id: column.uuid, userId: column.uuid };

// A deleted user's identity is retained by law; there is no one left to notify.
const living = `join users u on u.id = k.user_id and u.status <> 'deleted'`;

/** Approved requests whose document has expired. */
export const selectDueRequests = readStatement(request).rows()`
  select k.id, k.user_id as "userId" from kyc_requests k ${living}
  where k.status = 'approved' and k.expires_on < ${today} order by k.expires_on limit ${maxAtOnce}`;

/** This user's approved request if its document has expired. */
export const findDueRequest = readStatement({ id: column.uuid }).value<[userId: string]>()`
  select id from kyc_requests where user_id = $1 and status = 'approved' and expires_on < ${today}`;

/** Approved requests whose document will expire soon and whose customer was not notified. */
export const selectEndingRequests = readStatement(request).rows()`
  select k.id, k.user_id as "userId" from kyc_requests k ${living}
  where k.status = 'approved' and k.expires_on between ${today} and ${today} + ${expiryNoticeDays}
    and k.expiry_mailed_at is null order by k.expires_on limit ${maxAtOnce}`;

/** Marks the customer as notified and returns the last day; undefined when another process was faster. */
export const markExpiryMailed = writeStatement({ expiresOn: column.text }).value<[id: string]>()`
  update kyc_requests set expiry_mailed_at = now()
  where id = $1 and status = 'approved' and expiry_mailed_at is null and expires_on >= ${today}
  returning expires_on::text as "expiresOn"`;
