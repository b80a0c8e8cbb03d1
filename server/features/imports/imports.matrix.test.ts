import * as contract from '#shared/imports/imports.contract.ts';
import { aUser } from '#tests/factories/orders.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { database, rows, row } = testbed;

const onImport: Omit<ActionCase, 'contract'> = {
  states: ['checked', 'applied'],
  make: async (state) => {
    const { userId } = await aUser(database.pool);
    const { id } = await row(
      `insert into imports (kind, sha256, mapping_hash, state, file_name, encoding, separator, columns, rows, ready,
         same, skipped, reachable, made_by, applied_at)
       values ('customers', gen_random_uuid(), '', $2, 'a.csv', 'utf-8', ';', '[]', 0, 0, 0, 0, 0, $1,
         case when $2 = 'applied' then now() end) returning id`,
      [userId, state],
    );
    return { id: String(id) };
  },
  stateOf: ({ id }) => rows('select state, applied_at, created from imports where id = $1', [id]),
};

tryActions(testbed, 'imports', [
  { ...onImport, contract: contract.applyImport, body: () => ({ invite: false }) },
  { ...onImport, contract: contract.dropImport },
]);
