import { describeInstance, type InstanceAddress } from './instance.ts'
import { instanceFolder } from './instanceFolder.ts'
import { InstanceRegistry } from './instanceRegistry.ts'

/** The variable by which a node is told, by the command that started it in the background, under which name it runs. */
export const OWN_NAME_VARIABLE = 'ROCKPOOL_DETACHED_AS'

/** What this process is in the registry. */
export interface OwnInstance {
  /** Tells that the node can be asked. @throws CommandFailed */
  ready(address: InstanceAddress): void
  /** Tells that there is no node any more. */
  ended(): void
}

/**
 * What this process is in the registry; undefined where it runs in the foreground. The variable that says so is taken out of
 * the environment, as it is not for those that this process starts.
 */
export function takeOwnInstance(
  environment: Record<string, string | undefined>,
): OwnInstance | undefined {
  const name = environment[OWN_NAME_VARIABLE]
  delete environment[OWN_NAME_VARIABLE]
  if (name === undefined) return undefined
  const registry = new InstanceRegistry(instanceFolder(environment))
  const reserved = registry.find(name)
  if (reserved === undefined) return undefined
  const { log, startedAt } = reserved
  const own = describeInstance(name, process.pid, { log, startedAt, address: null })
  return {
    ready: ({ url, instanceId }) => registry.update({ ...own, address: { url, instanceId } }),
    ended: () => registry.remove(own),
  }
}
