#!/usr/bin/env node
// The compiler of npm under the command line of the native one, as far as forge uses it: it
// downloads nothing.
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  process.stdout.write(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`,
  )
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
