import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHardfork } from '../../../src/evm/rules/hardfork.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import type { NativeAddress } from '../../../src/state/rows/layout.ts'
import type { Scenario, StartAccount } from './scenario.ts'

/** A scenario as JSON, on which the executors once differed or might differ. */
export interface CaseFile {
  readonly description: string
  readonly fork: string
  readonly isStored?: boolean
  readonly accounts: Readonly<Record<string, CaseAccount>>
  readonly keptEmpty?: readonly string[]
  readonly messages: readonly CaseMessage[]
}

interface CaseAccount {
  readonly balance?: string
  readonly nonce?: string
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
  readonly native?: string
}

interface CaseMessage {
  readonly caller: string
  readonly to?: string
  readonly value?: string
  readonly data?: string
  readonly gasLimit: string
  readonly gasPrice?: string
  readonly warm?: Readonly<Record<string, readonly string[]>>
  readonly movedPrecompiles?: Readonly<Record<string, string>>
}

export function readCases(
  directory: string,
): { readonly name: string; readonly description: string; readonly scenario: Scenario }[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => {
    const file = JSON.parse(readFileSync(join(directory, name), 'utf8')) as CaseFile
    return { name, description: file.description, scenario: toScenario(file) }
  })
}

export function writeCase(path: string, description: string, scenario: Scenario): void {
  const file = toCaseFile(description, scenario)
  writeFileSync(path, `${JSON.stringify(file, undefined, 2)}\n`)
}

export function toScenario(file: CaseFile): Scenario {
  const fork = findHardfork(file.fork)
  if (fork === undefined) throw new Error(`there is no fork ${file.fork}`)
  return {
    fork,
    isStored: file.isStored ?? false,
    accounts: new Map(
      Object.entries(file.accounts).map(([address, fields]) => [
        parseAddress(address),
        toAccount(fields),
      ]),
    ),
    keptEmpty: (file.keptEmpty ?? []).map(parseAddress),
    messages: file.messages.map(toMessage),
  }
}

function toAccount({ balance, nonce, code, storage, native }: CaseAccount): StartAccount {
  return {
    balance: BigInt(balance ?? 0),
    nonce: BigInt(nonce ?? 0),
    code: hexToBytes(code ?? ''),
    storage: Object.entries(storage ?? {}).map((pair) => {
      const [slot, word] = pair.map((hex) => hexToBytes(hex.slice(2).padStart(64, '0')))
      return [slot ?? new Uint8Array(32), word ?? new Uint8Array(32)] as const
    }),
    ...(native === undefined ? {} : { native: native as NativeAddress }),
  }
}

function toMessage(fields: CaseMessage): Scenario['messages'][number] {
  const { caller, to, value, data, gasLimit, gasPrice, warm, movedPrecompiles } = fields
  return {
    caller: parseAddress(caller),
    ...(to === undefined ? {} : { to: parseAddress(to) }),
    value: BigInt(value ?? 0),
    data: hexToBytes(data ?? ''),
    gasLimit: BigInt(gasLimit),
    gasPrice: BigInt(gasPrice ?? 0),
    warm: new Map(
      Object.entries(warm ?? {}).map(([address, slots]) => [
        parseAddress(address),
        slots.map(hexToBytes),
      ]),
    ),
    ...(movedPrecompiles !== undefined && {
      movedPrecompiles: new Map(
        Object.entries(movedPrecompiles).map(
          (pair) => pair.map(parseAddress) as [Address, Address],
        ),
      ),
    }),
  }
}

export function toCaseFile(description: string, scenario: Scenario): CaseFile {
  const { fork, isStored, accounts, keptEmpty, messages } = scenario
  return {
    description,
    fork,
    ...(isStored && { isStored }),
    accounts: Object.fromEntries(
      [...accounts].map(([address, account]) => [address, fromAccount(account)]),
    ),
    ...(keptEmpty.length > 0 && { keptEmpty }),
    messages: messages.map(fromMessage),
  }
}

function fromAccount({ balance, nonce, code, storage, native }: StartAccount): CaseAccount {
  const words = storage.map((pair) => pair.map(bytesToHex) as [string, string])
  return {
    ...(balance > 0n && { balance: `${balance}` }),
    ...(nonce > 0n && { nonce: `${nonce}` }),
    ...(code.length > 0 && { code: bytesToHex(code) }),
    ...(words.length > 0 && { storage: Object.fromEntries(words) }),
    ...(native !== undefined && { native }),
  }
}

function fromMessage(message: Scenario['messages'][number]): CaseMessage {
  const { caller, to, value, data, gasLimit, gasPrice, warm, movedPrecompiles } = message
  const listed = [...warm].map(([address, slots]) => [address, slots.map(bytesToHex)] as const)
  return {
    caller,
    ...(to !== undefined && { to }),
    ...(value > 0n && { value: `${value}` }),
    ...(data.length > 0 && { data: bytesToHex(data) }),
    gasLimit: `${gasLimit}`,
    ...(gasPrice > 0n && { gasPrice: `${gasPrice}` }),
    ...(listed.length > 0 && { warm: Object.fromEntries(listed) }),
    ...(movedPrecompiles !== undefined && {
      movedPrecompiles: Object.fromEntries(movedPrecompiles),
    }),
  }
}
