import { ConfigRefused } from '../../node/errors.ts'
import type { Settings } from '../settings/readSettings.ts'

/** Whether a node is to be started in the background. @throws ConfigRefused where options contradict each other */
export function wantsDetach({ config, sources }: Pick<Settings, 'config' | 'sources'>): boolean {
  const { detach, exitWithParent } = config
  // In the environment or in a file a name may wait for a start with --detach.
  if (!detach && sources.get('name') === '--name') throw refused('name', 'needs --detach')
  if (detach && exitWithParent) {
    throw refused('detach', 'contradicts --exit-with-parent: what starts the node ends at once')
  }
  return detach
}

function refused(option: string, reason: string): ConfigRefused {
  return new ConfigRefused({ code: 'BAD_OPTION', option, reason })
}
