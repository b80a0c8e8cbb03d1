/** The work that orders are for the team, and what speaks for and against deciding it. */
export { findOpenSignedOrders } from '../orders.queries.ts';
export { readEvidence, readLastPaid, type EvidenceRow, type LastPayout } from './orders.review.queries.ts';
export { listTodo, readOldestTodo, type OldestTodo, type TodoOrder } from './orders.work.queries.ts';
