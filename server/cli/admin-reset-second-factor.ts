// npm run admin:reset-second-factor: lets an owner who lost phone and recovery codes set up two-step verification
// again.
import { inTx } from '../db/connection.ts';
import { removeOwnerSecondFactor } from '../features/team/team.owner.service.ts';
import { forOperator, withDatabase } from '../start/operator.ts';

await forOperator('Two-step verification was not removed', () =>
  withDatabase('Two-step verification', async ({ database, env }) => {
    const isRemoved = await inTx(database, removeOwnerSecondFactor);
    console.log(
      isRemoved
        ? `Two-step verification of ${env.admin.email} was removed: sign in with the password and set it up again.`
        : `Two-step verification of ${env.admin.email} is not on.`,
    );
  }),
);
