import type { ChainView } from '#shared/chains/chains.contract.ts';
import { isNodeWell } from '#shared/chains/chains.health.ts';
import type { ChainState } from './chains.service.ts';

/** The state of a chain as the admin sees it. A second source that contradicts the first is an error of both. */
export function presentChain(state: ChainState, now: Date): ChainView {
  const { chain, source, height, tipHeight, tipAt, lastError, witnessOk, witnessError } = state;
  return {
    chain,
    source,
    height,
    tipAgeSeconds: tipAt && Math.max(0, Math.round((now.getTime() - tipAt.getTime()) / 1000)),
    behind: Math.max(0, (tipHeight ?? 0) - (height ?? tipHeight ?? 0)),
    lastError: lastError ?? witnessError,
    ok: isNodeWell(state, chain, now) && witnessOk !== false,
  };
}
