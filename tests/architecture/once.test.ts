import * as once from './once.ts';
import { testRule } from './rule.ts';

testRule('a unit of time is declared once', once.unitsOfTimeHaveOneName, {
  'shared/reference/units-of-time.ts': 'export const dayMs = 86_400_000;',
  'client/src/a.ts': `const hourMs = 3_600_000; //! declares hourMs once more //! writes 3_600_000 by hand
    export const dayInMs = 24 * hourMs; //! declares dayInMs once more
    export const pauseMs = 60_000; //! writes 60_000 by hand
    export const dayMinutes = (days) => days * 24 * 60; //! multiplies by 60, which has no unit
    export const shareMs = 5_000;`,
});
