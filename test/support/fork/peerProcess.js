import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

// Runs a command in the folder of the first argument, and ends it with the process that started
// this one, whichever way that ends. The second argument is a folder that is then removed.
const [cwd, cache, command, ...args] = process.argv.slice(2)
const env = { ...process.env, HARDHAT_CACHE: cache }
const child = spawn(command, args, { cwd, env, stdio: 'ignore' })
const end = () => child.kill('SIGTERM')
process.on('disconnect', end)
process.on('SIGTERM', end)
child.on('exit', (code) => {
  rmSync(cache, { recursive: true, force: true })
  process.exit(code ?? 0)
})
