import { Gauge, type Registry } from 'prom-client';
import type { Platform } from '#server/platform.ts';
import type { ChainsPorts } from './chains.ports.ts';
import { listChainStates, type ChainState } from './chains.service.ts';

type MetricsDeps = Pick<Platform, 'db' | 'now'> & Pick<ChainsPorts, 'chainReaders'>;

/** The state of each chain as metrics; every process answers the same, as all of them read the stored state. */
export function observeChains(deps: MetricsDeps, registry: Registry): void {
  if (deps.chainReaders.size === 0) return;
  const gauge = (name: string, help: string, valueOf: (state: ChainState) => number | null) =>
    new Gauge({
      name: `landfall_chain_${name}`,
      help,
      labelNames: ['chain'],
      registers: [registry],
      async collect() {
        for (const state of await listChainStates(deps)) this.set({ chain: state.chain }, valueOf(state) ?? NaN);
      },
    });
  const ageOf = (at: Date | null) => at && (deps.now().getTime() - at.getTime()) / 1000;
  const behind = ({ height, tipHeight }: ChainState) =>
    height !== null && tipHeight !== null ? tipHeight - height : null;
  gauge('height', 'The newest block that was read', ({ height }) => height);
  gauge('behind_blocks', 'Blocks that the source has and that were not read yet', behind);
  gauge('tip_age_seconds', 'Age of the newest block of the source', ({ tipAt }) => ageOf(tipAt));
  gauge('read_age_seconds', 'Time since the chain was read to its newest block', ({ okAt }) => ageOf(okAt));
  gauge('sources_disagree', '1 when the second source is on another chain', ({ witnessOk }) =>
    Number(witnessOk === false),
  );
  gauge('failing', '1 when the last reading failed', ({ lastError }) => Number(lastError !== null));
  const sourceOf = ({ chain }: ChainState) => deps.chainReaders.get(chain)?.source;
  const sent = (state: ChainState) => sourceOf(state)?.requests() ?? 0;
  gauge('requests', 'Requests that this process has sent to the source, without those for the mempool', sent);
  const forMempool = (state: ChainState) => sourceOf(state)?.mempoolRequests?.() ?? 0;
  gauge('mempool_requests', 'Requests that this process has sent to read the mempool', forMempool);
}
