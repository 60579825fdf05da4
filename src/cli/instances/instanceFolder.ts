import { homedir } from 'node:os'
import { join } from 'node:path'

/** The variable that says where instances are registered, in the place of the user's own folder. */
export const INSTANCES_VARIABLE = 'ROCKPOOL_INSTANCES_DIR'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Where this user's background nodes are registered, and their logs are: in the folder for the state of programs that the
 * system has.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function instanceFolder(
  environment: Environment,
  { platform, home }: { readonly platform: string; readonly home: string } = {
    platform: process.platform,
    home: homedir(),
  },
): string {
  const given = environment[INSTANCES_VARIABLE]
  if (given !== undefined && given !== '') return given
  return join(stateFolder(environment, platform, home), 'rockpool', 'instances')
}

function stateFolder(environment: Environment, platform: string, home: string): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = environment
  // A relative path is to be ignored, as the specification says.
  if (state?.startsWith('/')) return state
  if (platform === 'win32') return local || join(home, 'AppData', 'Local')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return join(home, '.local', 'state')
}
