import { z } from 'zod';
import type { Composition } from '#server/compose.ts';
import { writeNote } from '#server/features/notes/notes.service.ts';
import { tagUser } from '#server/features/notes/notes.users.service.ts';
import { assignOrder, tagOrder, takeNextOrder } from '#server/features/orders/list/orders.handling.service.ts';
import { userByEmail } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { jsonTextOf } from '#server/http/reply.ts';
import type { Platform } from '#server/platform.ts';
import { actorOf } from './demo.activity.ts';
import { demoTeam, employeeEmail } from './demo.team.ts';

const takenOrder = z.object({ id: z.uuid(), userId: z.uuid() });

/** Assigns two open orders, with tags and notes, through the real services. */
export async function seedHandling(deps: Composition): Promise<void> {
  const [reviewer, payer] = await Promise.all(demoTeam.slice(0, 2).map((item) => memberActor(deps, item)));
  if (!reviewer || !payer) throw new Error('There is no team');
  const firstOrder = await take(deps, reviewer);
  const secondOrder = await take(deps, reviewer);
  if (firstOrder) {
    await tagOrder.carryOut(deps, reviewer, { params: { id: firstOrder.id }, body: { tags: ['call-back'] } });
    const text = 'Asked the customer for the receipt of the transfer by phone.';
    await writeNote(deps, reviewer, { kind: 'order', id: firstOrder.id }, { text });
    const customer = { kind: 'user', id: firstOrder.userId } as const;
    await writeNote(deps, reviewer, customer, { text: 'Prefers to be called in the afternoon.' });
    const tagRequest = { params: { id: firstOrder.userId }, body: { tags: ['call-back', 'regular'] } };
    await tagUser.carryOut(deps, reviewer, tagRequest);
  }
  if (secondOrder) {
    const params = { id: secondOrder.id };
    await assignOrder.carryOut(deps, reviewer, { params, body: { userId: payer.userId } });
    await tagOrder.carryOut(deps, reviewer, { params, body: { tags: ['large'] } });
  }
}

async function take(deps: Composition, actor: Actor) {
  const answeredOrder = jsonTextOf(await takeNextOrder.carryOut(deps, actor, { params: undefined, body: undefined }));
  return answeredOrder === undefined ? undefined : takenOrder.parse(JSON.parse(answeredOrder));
}

/** The actor that a request by this member would have. */
export async function memberActor(
  { db }: Pick<Platform, 'db'>,
  employee: (typeof demoTeam)[number],
): Promise<Actor | undefined> {
  const email = employeeEmail(employee);
  const user = await userByEmail(db, email);
  return user && actorOf(user.id, email, employee.role);
}
