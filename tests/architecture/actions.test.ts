import { expect, test } from 'vitest';
import { endpointsByFeature } from '#shared/api.ts';
import { actionsOf, featuresWithActions } from '#tests/setup/action-matrix.ts';
import { recordedByHand, routesOfTeam, sideEffects } from './actions.ts';
import { codebase as tree } from './source.ts';

test('every feature with actions tests each of them with every role', () => {
  const matrices = [...tree].filter(([path]) => path.endsWith('.matrix.test.ts'));
  const testedFeatures = featuresWithActions.filter((feature) =>
    matrices.some(([, text]) => text.includes(`tryActions(testbed, '${feature}'`)),
  );
  expect(testedFeatures).toEqual(featuresWithActions);
  expect(testedFeatures).not.toEqual([]);
});

test('each change by the team is a declared action, or a route with a listed reason', () => {
  const routes = endpointsByFeature
    .flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => endpoint.access === 'admin' && endpoint.method !== 'GET' && !('on' in endpoint))
    .map(({ method, path }) => `${method} ${path}`);
  expect(routes.toSorted()).toEqual(Object.keys(routesOfTeam).toSorted());
});

test('the entry of an action is recorded only by it, or in a listed file', () => {
  const actions = featuresWithActions.flatMap(actionsOf);
  const names = new Set(actions.flatMap(({ audit }) => audit));
  expect(recordedByHand(tree, names)).toEqual(sideEffects);
  const plantedCall = `await recordAudit(tx, actor, 'refund.sent', subject, {})`;
  expect(recordedByHand(new Map([['server/features/x/x.service.ts', plantedCall]]), names)).toEqual({
    'refund.sent': ['x/x.service.ts'],
  });
});
