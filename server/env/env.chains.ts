import { z } from 'zod';
import { chainDetails, chainNames, coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { coinNetworks } from '#shared/reference/coin-networks.ts';
import type { AddressRules } from '#shared/wallets/wallets.addresses.ts';
import type { EnvSource, SettingProblem } from './env.source.ts';

export type SourceProtocol = 'rpc' | 'esplora' | 'evm' | 'tron' | 'xrpl';

export type SourceSettings = {
  protocol: SourceProtocol;
  /** Without user and password; its path may hold a key, so it is never logged or shown. */
  url: string;
  /** Host and port: the part that is shown. */
  name: string;
  /** The value of the header `Authorization`. */
  authorization?: string;
};

export type ChainSettings =
  | { kind: 'off' }
  | { kind: 'simulated' }
  | { kind: 'node'; source: SourceSettings; witness?: SourceSettings };

export type ChainsEnv = {
  sources: Record<ChainName, ChainSettings>;
  /** Contract by coin: the tokens that are followed on Ethereum. In lower case. */
  ethereumTokens: Record<string, string>;
  /** A header of calls to Tron's API. */
  tronKey?: string;
  litecoinNetwork: 'main' | 'regtest';
};

/** The rules by which this installation checks an address that somebody typed. */
export function addressRulesOf({ litecoinNetwork, ethereumTokens }: ChainsEnv): AddressRules {
  return { network: litecoinNetwork, contracts: Object.values(ethereumTokens) };
}

const protocols: Record<ChainName, Readonly<Record<string, SourceProtocol>>> = {
  bitcoin: { rpc: 'rpc', esplora: 'esplora' },
  litecoin: { rpc: 'rpc', esplora: 'esplora' },
  'bitcoin-cash': { rpc: 'rpc' },
  ethereum: { '': 'evm' },
  bsc: { '': 'evm' },
  tron: { '': 'tron' },
  xrpl: { '': 'xrpl' },
};

const mainnetTokens: Readonly<Record<string, string>> = Object.fromEntries(
  coinsOfChain('ethereum').flatMap((coinId): [string, string][] => {
    const contract = coinNetworks[coinId]?.contract;
    return contract ? [[coinId, contract.toLowerCase()]] : [];
  }),
);

const source = (chain: ChainName) =>
  z
    .string()
    .default('off')
    .transform((value, context): ChainSettings => {
      if (value === 'off' || value === 'simulated') return { kind: value };
      const [firstSource, secondSource, ...otherSources] = value.split(',').map((part) => sourceOf(chain, part.trim()));
      if (firstSource && secondSource !== null && otherSources.length === 0)
        return { kind: 'node', source: firstSource, witness: secondSource };
      context.addIssue({ code: 'custom', message: hintOf(chain) });
      return z.NEVER;
    });

/** The message never quotes the value: it may hold a password. */
function hintOf(chain: ChainName): string {
  const prefixes = Object.keys(protocols[chain]).map((prefix) => (prefix ? `${prefix}+https` : 'https'));
  const prefixList = prefixes.map((prefix) => `${prefix}://host`).join(' or ');
  return `must be off, simulated or ${prefixList} (http for a node in your own network; a second one after a comma)`;
}

/** The address of a source without user and password; null for any other text. */
function sourceOf(chain: ChainName, text: string): SourceSettings | null {
  const [, prefix = '', rest = ''] = /^(?:([a-z]+)\+)?(https?:\/\/\S+)$/.exec(text) ?? [];
  const protocol = protocols[chain][prefix];
  if (!protocol || !URL.canParse(rest) || /%(?![0-9a-fA-F]{2})/.test(rest)) return null;
  const url = new URL(rest);
  const { username, password, host } = url;
  url.username = '';
  url.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined;
  return { protocol, url: url.href, name: host, authorization };
}

const tokenHint = 'must look like usdt-erc20=0x and the 40 digits of the contract';
const tokenPair = /^([\w-]+)=(0x[0-9a-fA-F]{40})$/;

const tokens = z.string().transform((value, context): Record<string, string> => {
  const pairs = value.split(',').map((pair) => tokenPair.exec(pair.trim()) ?? []);
  const isKnown = pairs.every(([, coinId = '']) => Object.hasOwn(mainnetTokens, coinId));
  if (!isKnown) context.addIssue({ code: 'custom', message: tokenHint });
  return Object.fromEntries(pairs.map(([, coinId = '', contract = '']) => [coinId, contract.toLowerCase()]));
});

/** The variables CHAIN_*, as part of the shape of the whole environment. */
export const chainShape = {
  CHAIN_BITCOIN: source('bitcoin'),
  CHAIN_LITECOIN: source('litecoin'),
  CHAIN_BITCOIN_CASH: source('bitcoin-cash'),
  CHAIN_ETHEREUM: source('ethereum'),
  CHAIN_BSC: source('bsc'),
  CHAIN_TRON: source('tron'),
  CHAIN_XRPL: source('xrpl'),
  CHAIN_ETHEREUM_TOKENS: tokens.optional(),
  CHAIN_TRON_KEY: z.string().optional(),
  CHAIN_LITECOIN_NETWORK: z.enum(['main', 'regtest'], 'must be main or regtest').default('main'),
};

/** Returns the settings of the chains by name from the variables CHAIN_*. */
export function chainsOf(values: z.output<z.ZodObject<typeof chainShape>>): ChainsEnv {
  return {
    sources: {
      bitcoin: values.CHAIN_BITCOIN,
      litecoin: values.CHAIN_LITECOIN,
      'bitcoin-cash': values.CHAIN_BITCOIN_CASH,
      ethereum: values.CHAIN_ETHEREUM,
      bsc: values.CHAIN_BSC,
      tron: values.CHAIN_TRON,
      xrpl: values.CHAIN_XRPL,
    },
    ethereumTokens: values.CHAIN_ETHEREUM_TOKENS ?? { ...mainnetTokens },
    tronKey: values.CHAIN_TRON_KEY,
    litecoinNetwork: values.CHAIN_LITECOIN_NETWORK,
  };
}

/** Settings that production refuses: an invented chain would prove invented payments. */
export function chainProblems(source: EnvSource): SettingProblem[] {
  const simulatedVariables = chainNames
    .map((chain) => chainDetails[chain].variable)
    .filter((variable) => source[variable] === 'simulated')
    .map((setting) => ({ setting, problem: 'must not be simulated: payments would be invented' }));
  const regtest = source.CHAIN_LITECOIN_NETWORK === 'regtest';
  const network = { setting: 'CHAIN_LITECOIN_NETWORK', problem: 'must be main: anybody can make regtest coins' };
  return regtest ? [...simulatedVariables, network] : simulatedVariables;
}

/** The demonstration's chains: simulated unless the operator configured them. */
export function simulatedChains(source: EnvSource): EnvSource {
  const variables = chainNames.map((chain) => chainDetails[chain].variable);
  return Object.fromEntries(variables.map((variable) => [variable, source[variable] || 'simulated']));
}
