import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rootDir } from '#server/env/paths.ts';
import { freePort } from './listening.ts';

/** A node program that runs for one test file. */
export type NodeProcess = { url: string; stop: () => Promise<void> };

/** The path of a program, or the reason why it cannot run here. */
type Program = { path: string } | { missing: string };

/** The first of these paths with a program. */
function programAt(paths: readonly string[], missingText: string): Program {
  const path = paths.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return path ? { path } : { missing: missingText };
}

const { ANVIL_PATH, LITECOIND_PATH, PATH = '' } = process.env;
const anvilPackage = join(rootDir, 'node_modules', '@foundry-rs', 'anvil-linux-amd64', 'bin', 'anvil');

/** The EVM node: ANVIL_PATH, or the package that npm installs on Linux x64. */
export const anvilProgram = programAt(
  [ANVIL_PATH ?? anvilPackage],
  'no anvil here: npm has it for Linux x64, elsewhere set ANVIL_PATH',
);

/** The Litecoin node: LITECOIND_PATH, or the one in the PATH. */
export const litecoindProgram = programAt(
  [...(LITECOIND_PATH ? [LITECOIND_PATH] : []), ...PATH.split(':').map((folder) => join(folder, 'litecoind'))],
  'no litecoind here: install the Debian package litecoind or set LITECOIND_PATH',
);

/** The reason for a test's name if it cannot run; empty if it can. */
export const reasonOf = (program: Program): string => ('missing' in program ? ` (skipped: ${program.missing})` : '');

/** Starts anvil with this chain id; blocks are mined on request only. */
export async function startAnvil(chainId: number): Promise<NodeProcess> {
  const port = await freePort();
  const args = ['--port', String(port), '--chain-id', String(chainId), '--no-mining', '--silent'];
  return start(anvilProgram, args, `http://127.0.0.1:${port}`, 'eth_chainId');
}

/** Starts litecoind on a network of its own, in a folder that is removed with it. */
export async function startLitecoind(): Promise<NodeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-litecoin-'));
  const port = await freePort();
  const rpc = `-rpcuser=desk -rpcpassword=secret -rpcport=${port} -rpcbind=127.0.0.1 -rpcallowip=127.0.0.1`;
  const quickFlags =
    '-listen=0 -mempoolreplacement=1 -walletrbf=1 -fallbackfee=0.0001 -dbcache=4 -par=1 -printtoconsole=0';
  const args = ['-regtest', '-server', `-datadir=${folder}`, ...`${rpc} ${quickFlags}`.split(' ')];
  const node = await start(litecoindProgram, args, `http://desk:secret@127.0.0.1:${port}`, 'getblockcount');
  return {
    ...node,
    stop: async () => {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a node until it answers the method `probe`. */
async function start(program: Program, args: string[], url: string, probe: string): Promise<NodeProcess> {
  if ('missing' in program) throw new Error(program.missing);
  const child = spawn(program.path, args, { stdio: 'ignore' });
  const closePromise = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await closePromise;
  };
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await pause(30)) {
    const answer = await callNode(url, probe).catch(() => undefined);
    if (answer !== undefined) return { url, stop };
  }
  await stop();
  throw new Error(`${program.path} did not answer`);
}

/** The header of the name and the password in an address. */
export function authorizationOf(url: string): string {
  const { username, password } = new URL(url);
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** One JSON-RPC call of the test itself; throws for an error of the node. */
export async function callNode(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const { origin, pathname } = new URL(url);
  const headers = { 'content-type': 'application/json', authorization: authorizationOf(url) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(`${origin}${pathname}`, { method: 'POST', headers, body });
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } | null };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
