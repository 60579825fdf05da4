import { expect, test } from 'vitest'
import { inferCapabilities } from '../../src/tracers/javascript/sandbox/tracerCapabilities.ts'

test.each([
  ['{ step(log) { log.getGas() } }', []],
  ['{ step(log) { log.stack.peek(0) } }', ['stack']],
  ['{ step(log) { log.memory.slice(0, 1) } }', ['memory']],
  ['{ step(log) { log.contract.getInput() } }', ['contract', 'input']],
  ['{ enter(frame) { frame.getInput() } }', ['input']],
  ['{ step(log, db) { db.getNonce(a) } }', ['state']],
  ["{ step(log, db) { db['get' + x](a) } }", ['state']],
  ['{ step(log, db) { db.exists(a) } }', ['state']],
  ['{ step(log, db) {} }', []],
])('%s', (source, names) => {
  const wants = Object.entries(inferCapabilities(source)).filter(([, isWanted]) => isWanted)
  expect(wants.map(([name]) => name)).toEqual(names)
})
