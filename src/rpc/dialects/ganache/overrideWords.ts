import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { RpcError, rpcCode } from '../../errors/rpcError.ts'

const WORD_DIGITS = 64

/** Ganache reports what it cannot read with the code of invalid JSON. */
export const unreadable = (message: string) => new RpcError(rpcCode.parseError, message)

/**
 * Checks overrides of the state in Ganache's words. An empty balance is zero, and empty code is
 * none.
 *
 * @throws RpcError
 */
export function readableOverrides(states: unknown): unknown {
  if (!isJsonObject(states)) return states
  return Object.fromEntries(
    Object.entries(states).map(([account, each]) => [account, readable(each)]),
  )
}

function readable(account: unknown): unknown {
  if (!isJsonObject(account)) return account
  const { balance, code, state, stateDiff } = account
  if (isGiven(state) && isGiven(stateDiff)) {
    throw unreadable('both state and stateDiff overrides specified')
  }
  if (balance === '0x') {
    throw unreadable(
      'Cannot wrap "0x" as a json-rpc Quantity type; strings must contain at least one hexadecimal character.',
    )
  }
  for (const value of [balance, code]) if (isGiven(value) && value !== '') checkHex(value)
  checkSlots(state, 'State')
  checkSlots(stateDiff, 'StateDiff')
  return {
    ...account,
    ...(balance === '' && { balance: '0x0' }),
    ...(code === '' && { code: '0x' }),
  }
}

function checkSlots(slots: unknown, name: string): void {
  for (const [slot, data] of isJsonObject(slots) ? Object.entries(slots) : []) {
    checkWord(slot, `${name} override slot`)
    if (!isGiven(data)) throw unreadable(`${name} override data not valid. Received: ${data}`)
    checkWord(data, `${name} override data`)
  }
}

function checkWord(value: unknown, what: string): void {
  if (typeof value !== 'string' || !value.startsWith('0x')) checkHex(value)
  const digits = String(value).length - 2
  if (digits !== WORD_DIGITS) {
    throw unreadable(
      `${what} must be a ${WORD_DIGITS} character hex string. Received ${digits} character string.`,
    )
  }
  checkHex(value)
}

function checkHex(value: unknown): void {
  const words = wrappingFailure(value)
  if (words !== undefined) throw unreadable(words)
}

/** Says why a value is no quantity or data; undefined if it may be one. */
export function wrappingFailure(value: unknown): string | undefined {
  if (typeof value === 'object' || typeof value === 'boolean') {
    return `Cannot wrap a "${typeof value}" as a json-rpc type`
  }
  if (typeof value === 'number') {
    if (value < 0) return 'Cannot wrap a negative value as a json-rpc type'
    return Number.isInteger(value) ? undefined : 'Cannot wrap a decimal as a json-rpc type'
  }
  if (typeof value !== 'string') return undefined
  const refused = `Cannot wrap string value "${value}" as a json-rpc type;`
  if (!value.startsWith('0x')) return `${refused} strings must be prefixed with "0x".`
  return /^0x[0-9a-f]*$/i.test(value)
    ? undefined
    : `${refused} the input value contains an invalid hex character.`
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
