import { namesAreStandard } from './names.ts';
import { testRule } from './rule.ts';

testRule('code is named by the words of the field', namesAreStandard, {
  files: {
    'server/orders.twin.ts': '/** Reckoned anew for each deed. */\nexport const keepAlive = 1;',
    'client/src/ui/Card.tsx': 'export const drawerOf = (seatCount: number, deskId: number) => seatCount + deskId;',
    'server/jobs.ts': `export class Room {
  #heard = 0;
  lookOf = (most: number) => Math.max(this.#heard, most);
}
export type Side = 'way-back' | 'desk';
export const gateOfSale = 'knows';
Promise.allSettled([]);`,
    'shared/kernel/orders.ts': '/** Computed again for each action. */\nexport const roundTo = 1;',
    'server/events.ts': '/** Tells every process the news. */\nexport const eventSize = 1;',
    'server/run-as.ts': '/** Runs as the user `nobody`. */\nexport const userId = 1;',
    'server/chat.feed.ts': '/** Forgets a room that is as good as empty. */\nexport const feedSize = 1;',
  },
  finds: [
    'server/orders.twin.ts is named twin',
    'server/orders.twin.ts:1 says Reckoned',
    'client/src/ui/Card.tsx:1 names drawerOf',
    'client/src/ui/Card.tsx:1 names seatCount',
    'client/src/ui/Card.tsx:1 names deskId',
    'server/jobs.ts:2 names heard',
    'server/jobs.ts:3 names lookOf',
    'server/jobs.ts:3 names most',
    'server/jobs.ts:5 names way-back',
    'server/jobs.ts:6 names gateOfSale',
    'server/events.ts:1 says Tells',
    'server/chat.feed.ts:1 says Forgets',
  ],
});
