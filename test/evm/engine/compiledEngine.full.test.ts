import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/wire/processes.ts'

const isInstalled = existsSync(join(root, 'compilers/node_modules/assemblyscript'))

test.skipIf(!isInstalled)("the committed modules of the engine match the compiler's output", () => {
  const modules = [
    'engine.wasm',
    'headers.wasm',
    'hashing.wasm',
    'iavl.wasm',
    'structLogs.wasm',
  ].map((name) => join(root, 'src/evm/engine/compiled', name))
  const committed = modules.map((path) => readFileSync(path, 'hex'))
  execFileSync(process.execPath, ['scripts/buildEngine.js'], { cwd: root })
  expect(modules.map((path) => readFileSync(path, 'hex'))).toEqual(committed)
})
