import type { Tx } from '#server/db/connection.ts';
import { dayMs } from '#server/lib/time.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { insertMember, insertUser } from './demo.queries.ts';

type Employee = { firstName: string; lastName: string; role: TeamRole };

/** The members of the demonstration; each sets up a second factor at the first sign-in. */
export const demoTeam: readonly Employee[] = [
  { firstName: 'Nora', lastName: 'Diaz', role: 'reviewer' },
  { firstName: 'Tomas', lastName: 'Lindqvist', role: 'payer' },
  { firstName: 'Amina', lastName: 'Bello', role: 'support' },
];

/** The address an employee of the demonstration signs in with. */
export function employeeEmail({ firstName }: Pick<Employee, 'firstName'>): string {
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
