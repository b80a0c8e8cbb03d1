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

/** Why a program cannot be run here, or where it is. */
type Program = { path: string } | { missing: string };

const anvilPackage = join(rootDir, 'node_modules', '@foundry-rs', 'anvil-linux-amd64', 'bin', 'anvil');

/** The EVM node: ANVIL_PATH, or the package that npm installs on Linux x64. */
export const anvilProgram: Program = found(process.env.ANVIL_PATH ?? anvilPackage)
  ? { path: process.env.ANVIL_PATH ?? anvilPackage }
  : { missing: 'no anvil here: npm has it for Linux x64, elsewhere set ANVIL_PATH' };

/** The Litecoin node: LITECOIND_PATH, or the one of the PATH. */
export const litecoindProgram: Program = findLitecoind();

function findLitecoind(): Program {
  const folders = (process.env.PATH ?? '').split(':');
  const candidates = [process.env.LITECOIND_PATH, ...folders.map((folder) => join(folder, 'litecoind'))];
  const path = candidates.find((candidate) => candidate !== undefined && found(candidate));
  return path ? { path } : { missing: 'no litecoind here: install the Debian package litecoind or set LITECOIND_PATH' };
}

function found(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The reason for a test's name where it cannot run; empty where it can. */
export const reasonOf = (program: Program): string => ('missing' in program ? ` (skipped: ${program.missing})` : '');

/** Starts anvil with this chain id; blocks are mined on request only. */
export async function startAnvil(chainId: number): Promise<NodeProcess> {
  const port = await freePort();
  const args = ['--port', String(port), '--chain-id', String(chainId), '--no-mining', '--silent'];
  return start(anvilProgram, args, `http://127.0.0.1:${port}`, { method: 'eth_chainId' });
}

/** Starts litecoind on a network of its own, in a folder that is removed with it. */
export async function startLitecoind(): Promise<NodeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-litecoin-'));
  const port = await freePort();
  const credentials = [
    '-rpcuser=desk',
    '-rpcpassword=secret',
    `-rpcport=${port}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
  ];
  const quick = ['-listen=0', '-mempoolreplacement=1', '-walletrbf=1', '-fallbackfee=0.0001', '-dbcache=4', '-par=1'];
  const args = ['-regtest', '-server', `-datadir=${folder}`, ...credentials, ...quick, '-printtoconsole=0'];
  const node = await start(litecoindProgram, args, `http://desk:secret@127.0.0.1:${port}`, { method: 'getblockcount' });
  return {
    ...node,
    stop: async () => {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(program: Program, args: string[], url: string, probe: { method: string }): Promise<NodeProcess> {
  if ('missing' in program) throw new Error(program.missing);
  const child = spawn(program.path, args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await pause(30)) {
    const answered = await callNode(url, probe.method).then(
      () => true,
      () => false,
    );
    if (answered) return { url, stop };
  }
  await stop();
  throw new Error(`${program.path} did not answer`);
}

/** One JSON-RPC call of the test itself; throws for an error of the node. */
export async function callNode(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const { username, password, origin, pathname } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const headers = { 'content-type': 'application/json', ...(username && { authorization }) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(`${origin}${pathname}`, { method: 'POST', headers, body });
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } | null };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
