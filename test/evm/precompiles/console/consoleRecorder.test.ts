import { expect, test } from 'vitest'
import { ConsoleRecorder } from '../../../../src/evm/precompiles/console/consoleRecorder.ts'
import { Logging } from '../../../../src/node/logging.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice } from '../../../support/accounts.ts'

test('limits the output and counts dropped calls', () => {
  const tape = new ConsoleRecorder()
  let read = 0
  const size = 1024 * 1024
  for (let i = 0; i < 20; i++) {
    tape.add(size, () => {
      read++
      return { caller: alice.address, input: hexToBytes('0x51973ec9') }
    })
  }
  const { calls, dropped } = tape.record
  expect(calls).toHaveLength(7)
  expect(read).toBe(7)
  expect(dropped).toBe(13)
  const lines: string[] = []
  new Logging({ info: (line) => void lines.push(line), error() {} }).printConsole(tape.record)
  expect(lines).toEqual([
    ...Array.from({ length: 7 }, () => ''),
    'console.log: 13 more lines omitted',
  ])
})
