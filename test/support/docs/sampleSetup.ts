import * as amino from '@cosmjs/amino'
import * as crypto from '@cosmjs/crypto'
import * as encoding from '@cosmjs/encoding'
import * as signing from '@cosmjs/proto-signing'
import * as binary from 'cosmjs-types/binary'
import * as bank from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import * as gov from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import * as tx from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import fastify from 'fastify'
import * as viem from 'viem'
import * as viemAccounts from 'viem/accounts'
import { expect, onTestFinished } from 'vitest'
import * as plugin from '../../../src/fastify.ts'
import * as rockpool from '../../../src/index.ts'
import { executorOption } from '../executor.ts'
import { runSample } from './samples.ts'

/** Creates a node that closes when the test ends. */
export async function createNode(options?: rockpool.NodeOptions): Promise<rockpool.RockpoolNode> {
  const node = await rockpool.createNode({ ...executorOption, ...options })
  onTestFinished(() => node.close())
  return node
}

const modules = {
  '@cosmjs/amino': amino,
  '@cosmjs/crypto': crypto,
  '@cosmjs/encoding': encoding,
  '@cosmjs/proto-signing': signing,
  'cosmjs-types/binary': binary,
  'cosmjs-types/cosmos/bank/v1beta1/tx': bank,
  'cosmjs-types/cosmos/gov/v1beta1/tx': gov,
  'cosmjs-types/cosmos/tx/v1beta1/tx': tx,
  fastify: { default: fastify },
  'rockpool/fastify': { rockpool: plugin.rockpool },
  rockpool: { createNode, verifyProof: rockpool.verifyProof },
  viem,
  'viem/accounts': viemAccounts,
}

/** Connects a viem client to a node over HTTP. */
export async function connect(node: rockpool.RockpoolNode) {
  const { url } = await node.listen()
  return viem.createPublicClient({ transport: viem.http(url) })
}

/**
 * Runs a sample with these free variables and expects the output that its comments announce, at
 * least one line.
 */
export async function expectToRun(code: string, scope: Readonly<Record<string, unknown>> = {}) {
  const { printed, expected } = await runSample(code, modules, scope)
  expect(printed).toEqual(expected)
  expect(expected.length).toBeGreaterThan(0)
}

/** Prints the results of calls that a sample announces in comments: `await call() // result`. */
export function printing(code: string): string {
  return code.replaceAll(/^(await .*) \/\/ (.*)$/gm, 'console.log($1) // $2')
}

/** Creates a client for the first development account, in process. */
export function signerOf(node: rockpool.RockpoolNode) {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const transport = viem.custom(node)
  return viem.createWalletClient({ account, transport }).extend(viem.publicActions)
}
