import type { Tx } from '#server/db/connection.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import profiles from './demo.profiles.json' with { type: 'json' };
import { insertMember, insertUser } from './demo.queries.ts';

/** The members of the demonstration; each sets up a second factor at the first sign-in. */
// The types of JSON have each text as `string`.
export const demoTeam = profiles.team as readonly { firstName: string; lastName: string; role: TeamRole }[];

/** The address an employee of the demonstration signs in with. */
export function employeeEmail({ firstName }: { firstName: string }): string {
  return `${firstName.toLowerCase()}@team.landfall.test`;
}

/** Writes the employees, who joined in the past. */
export async function seedTeam(tx: Tx, passwordHash: string, now: Date): Promise<void> {
  for (const [index, { role, ...name }] of demoTeam.entries()) {
    const createdAt = new Date(now.getTime() - (60 - index * 20) * dayMs);
    const profile = { ...name, email: employeeEmail(name), emailVerifiedAt: createdAt, passwordHash, createdAt };
    const userId = await insertUser(tx, { ...profile, role: 'staff' });
    await insertMember(tx, { userId, role, joinedAt: createdAt });
  }
}
