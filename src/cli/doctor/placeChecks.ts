import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import type { NodeConfig } from '../../node/options/config.ts'
import { formatAddress } from '../../server/httpServer.ts'
import { describeFailure, describeListenFailure } from '../failure.ts'
import { fileFailure } from '../fileFailure.ts'
import type { Instance } from '../instances/instance.ts'
import { requireAppendable } from '../log/appendFile.ts'
import { findPortOwner } from '../portOwner.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Whether a node could listen at a port. @param option by which the port is chosen */
export async function checkPort(
  { host, port, option }: { readonly host: string; readonly port: number; readonly option: string },
  instances: readonly Instance[],
): Promise<Finding> {
  if (port === 0) return ok(option, 'any free port is taken')
  const address = formatAddress({ host, port })
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
    return ok(option, `${address} is free`)
  } catch (error) {
    const owner = findPortOwner(port)
    const failure = describeListenFailure(error, address, option, owner)
    const own = instances.find(({ pid }) => pid === owner?.pid)
    const advice = own && `that is the instance ${own.name}: rockpool stop ${own.name} ends it`
    return problem(
      option,
      failure?.message ?? `cannot listen on ${address}: ${String(error)}`,
      advice,
    )
  } finally {
    server.close()
  }
}

/** Whether the files can be written that the options ask for. */
export function checkFiles(config: NodeConfig): Finding[] {
  const { state, dumpState, readyFile, configOut, logFile, ipc } = config
  const isPipe = process.platform === 'win32' && ipc?.startsWith('\\\\') === true
  const files = [
    ['state', state],
    ['dump-state', dumpState],
    ['ready-file', readyFile],
    ['config-out', configOut],
    ['log-file', logFile],
    ['ipc', isPipe ? undefined : ipc],
  ] as const
  return files.flatMap(([flag, path]) => (path === undefined ? [] : [checkFile(flag, path)]))
}

/** Whether something can be made in a folder, or in the one that it would be made in. @throws what the system says */
export function probeFolder(folder: string): void {
  let place = resolve(folder)
  while (statSync(place, { throwIfNoEntry: false }) === undefined && dirname(place) !== place) {
    place = dirname(place)
  }
  rmdirSync(mkdtempSync(join(place, '.rockpool-')))
}

/** Who may ask the node. */
export function checkAccess({ host, allowOrigin, allowHost }: NodeConfig): Finding[] {
  const origins = allowOrigin.length === 0 ? 'none' : allowOrigin.join(', ')
  const names = allowHost.length === 0 ? '' : `, and ${allowHost.join(', ')}`
  const policy = `origins of pages: ${origins}; host names: localhost, addresses, names without a dot${names}`
  const own = isOwnAddress(host)
    ? []
    : [
        warning(
          'access',
          `on ${host} whoever reaches this machine may use the node and its keys`,
          'listen on 127.0.0.1, but where others are to reach it',
        ),
      ]
  const any = allowOrigin.includes('*')
    ? [
        warning(
          'access',
          'with --allow-origin * every page in a browser may use the node and its keys',
          'name the origins that need it',
        ),
      ]
    : []
  return [ok('access', policy), ...own, ...any]
}

function checkFile(flag: string, path: string): Finding {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    const isFolder = found?.isDirectory() === true
    if (isFolder && flag !== 'state' && flag !== 'dump-state') {
      return problem(flag, `${path} is a folder`, `give --${flag} a file`)
    }
    const folder = isFolder ? path : dirname(path)
    // Such a file is written where it is; the others take its place.
    if (flag === 'log-file' && found !== undefined) {
      requireAppendable(path)
      accessSync(path, constants.W_OK)
    } else {
      statSync(folder)
      probeFolder(folder)
    }
    return ok(flag, `${path} can be written`)
  } catch (error) {
    const failure = describeFailure(fileFailure(path, error, 'written'), '')
    const message = failure?.message ?? `${path}: ${String(error)}`
    return problem(flag, message, `choose another place for ${basename(path)}`)
  }
}

function isOwnAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
