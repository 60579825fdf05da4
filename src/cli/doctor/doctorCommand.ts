import type { CommandInput } from '../commands/commands.ts'
import { CommandFailed, describeFailure } from '../failure.ts'
import type { Instance } from '../instances/instance.ts'
import { instanceFolder } from '../instances/instanceFolder.ts'
import { InstanceRegistry } from '../instances/instanceRegistry.ts'
import { type Given, readSettings, type Settings } from '../settings/readSettings.ts'
import { checkDirectory, checkEngine, checkGenesis } from './chainChecks.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { checkCrypto, checkMemory, checkNodeVersion } from './machineChecks.ts'
import { checkAccess, checkFiles, checkPort, probeFolder } from './placeChecks.ts'

/**
 * The command `doctor`: checks what a node needs that was started here with these options, and starts none.
 *
 * @throws CommandFailed (exit code 1) where there is a problem
 */
export async function doctorCommand({ given, options, print }: CommandInput): Promise<void> {
  const findings = await examine(given)
  if (options.json === true) print(`${JSON.stringify(findings, null, 2)}\n`)
  else for (const finding of findings) print(`${lineOf(finding)}\n`)
  const count = findings.filter(({ status }) => status === 'problem').length
  if (count > 0) throw new CommandFailed(`${count} problem${count === 1 ? '' : 's'} found`, 1)
}

async function examine(given: Given): Promise<Finding[]> {
  const registry = new InstanceRegistry(instanceFolder(process.env))
  const instances = await registry.running()
  const settings = await findSettings(given)
  const isReference = 'config' in settings && settings.config.reference
  return [
    checkNodeVersion(process.versions.node),
    checkMemory(process.availableMemory()),
    await checkCrypto(),
    await checkEngine(isReference),
    ...('config' in settings ? await examineSettings(settings, instances) : [settings]),
    ...checkInstances(registry, instances),
  ]
}

/** Or why there are none. */
async function findSettings(given: Given): Promise<Settings | Finding> {
  try {
    return await readSettings(given, { environment: process.env, folder: process.cwd() })
  } catch (error) {
    const failure = describeFailure(error, '')
    if (failure === undefined) throw error
    return problem('settings', failure.message, 'docs/config.md and docs/cli.md have what there is')
  }
}

async function examineSettings(
  settings: Settings,
  instances: readonly Instance[],
): Promise<Finding[]> {
  const { config, sources } = settings
  const { host, port, wsPort } = config
  const places = new Set([...sources.values()].filter((source) => !source.startsWith('--')))
  const from = places.size === 0 ? 'the command line alone' : [...places].join(', ')
  const file = config.genesis ?? sources.get('genesis') ?? 'genesis/dev.json'
  const { findings, assembly } = await checkGenesis(settings, file)
  try {
    return [
      ok('settings', `valid; from ${from}`),
      ...findings,
      await checkDirectory(config, assembly),
      await checkPort({ host, port, option: 'port' }, instances),
      ...(wsPort === undefined || wsPort === port
        ? []
        : [await checkPort({ host, port: wsPort, option: 'ws-port' }, instances)]),
      ...checkFiles(config),
      ...checkAccess(config),
    ]
  } finally {
    await assembly?.node.close()
  }
}

function checkInstances(registry: InstanceRegistry, running: readonly Instance[]): Finding[] {
  const names = running.map(({ name, address }) => `${name} (${address?.url ?? 'starting'})`)
  const text = names.length === 0 ? 'none in the background' : names.join(', ')
  const damaged = registry.damaged().map((file) => {
    return warning('instances', `${file} is no instance, and has its name`, 'remove it')
  })
  try {
    probeFolder(registry.folder)
    return [ok('instances', text), ...damaged]
  } catch {
    const message = `${registry.folder} cannot be written, so there is no --detach`
    const advice = 'set ROCKPOOL_INSTANCES_DIR to another folder'
    return [warning('instances', message, advice), ...damaged]
  }
}

function lineOf({ check, status, message, advice }: Finding): string {
  const text = `${status.padEnd(7)}  ${check}: ${message}`
  return advice === undefined ? text : `${text.replace(/\.$/, '')}; ${advice}`
}
