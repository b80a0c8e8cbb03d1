import { expect } from 'vitest';
import type { ImportDetails } from '#shared/imports/imports.contract.ts';
import { teamCalls } from '#tests/setup/calls.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';
import { newAddress } from './account-calls.ts';
import { theOwner } from './approvals.ts';

export const heading = 'firstName;lastName;email;mobileNumber;country;language;note;kyc';
export const accountHeading = 'accountName;accountNumber;bankName;bankCode;iban;currency';

let numbers = 0;
/** A Nigerian number that no earlier test has used. */
export const aNumber = () =>
  `0803 ${String(1_000_000 + (numbers += 1)).slice(0, 3)} ${String(numbers).padStart(4, '0')}`;

/** A row of a sheet: a customer in Nigeria with an address, by default. */
export const aRow = (changes: Record<string, string> = {}): string[] => {
  const cells = { firstName: 'Ada', lastName: 'Obi', email: newAddress(), mobileNumber: '', country: 'NG', ...changes };
  return heading.split(';').map((name) => (cells as Record<string, string>)[name] ?? '');
};

export const csvOf = (...rows: readonly (readonly string[])[]): string =>
  [heading.split(';'), ...rows].map((cells) => cells.join(';')).join('\r\n');

type ImportOptions = { kind?: string; mapping?: object; by?: { token: string; headers?: Record<string, string> } };

/** Calls of a member about imports: by default the owner's. */
export function importCalls(testbed: Testbed) {
  const session = fixture(() => theOwner(testbed));
  const owner = teamCalls(testbed.app, session);
  const send = (csv: string | Uint8Array, { kind = 'customers', mapping, by = session }: ImportOptions = {}) =>
    testbed.app.call('POST', '/api/admin/imports', {
      token: by.token,
      headers: by.headers ?? {},
      form: {
        kind,
        mapping: mapping && JSON.stringify(mapping),
        csv: { bytes: Buffer.from(csv as string), type: 'text/csv', name: 'customers.csv' },
      },
    });
  return {
    session,
    owner,
    send,
    /** Reads a valid file, and returns what an import would create. */
    check: async (csv: string | Uint8Array, options?: ImportOptions) => {
      const { status, body } = await send(csv, options);
      expect({ status, body }).toMatchObject({ status: 201 });
      return body as unknown as ImportDetails;
    },
    apply: (id: string, invite = false) => owner.post(`imports/${id}/apply`, { invite }),
  };
}

export const problemsOf = ({ problems }: ImportDetails) =>
  problems.map(({ line, field, reason }) => [line, field, reason]);
