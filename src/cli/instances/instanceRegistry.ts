import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../store/database/makeDirectory.ts'
import { CommandFailed } from '../failure.ts'
import { fileFailure } from '../fileFailure.ts'
import { discard, writeJsonFile } from '../settings/writeJsonFile.ts'
import {
  describeInstance,
  type Instance,
  isElsewhere,
  isRunning,
  parseInstance,
} from './instance.ts'
import { freeName } from './instanceNames.ts'

const ENTRY = '.json'
const LOG = '.log'
/** Since when half a file is not being written any more, in ms, but left by a process that was killed. */
const STALE_MS = 60_000

/** The nodes that this user has in the background: a file each, beside its log. */
export class InstanceRegistry {
  readonly folder: string

  /** @param folder made when there is something to register */
  constructor(folder: string) {
    this.folder = folder
  }

  /** Those that run on this machine, the oldest first. What others left behind is removed. */
  async running(): Promise<Instance[]> {
    const found: Instance[] = []
    for (const name of this.#names(ENTRY)) {
      const instance = this.#read(name)
      if (instance === undefined || isElsewhere(instance)) continue
      if (await isRunning(instance)) found.push(instance)
      else this.remove(instance)
    }
    return found.toSorted((a, b) => a.startedAt - b.startedAt)
  }

  /** The files that should be instances and are none, so that their names cannot be had. */
  damaged(): string[] {
    const names = this.#names(ENTRY).filter((name) => this.#read(name) === undefined)
    return names.map((name) => this.#path(name, ENTRY)).filter((file) => existsSync(file))
  }

  /**
   * Takes a name for a node that this process is about to start.
   *
   * @param wanted undefined: any
   * @throws CommandFailed where another instance has it
   */
  async reserve(wanted: string | undefined): Promise<Instance> {
    this.#makeFolder()
    await this.running()
    for (;;) {
      const name = wanted ?? freeName(new Set(this.#names(ENTRY)), this.#logTimes())
      const log = this.logOf(name)
      const startedAt = Date.now()
      const instance = describeInstance(name, process.pid, { log, startedAt, address: null })
      if (this.#create(instance)) return instance
      if (this.#removeHalf(name) && this.#create(instance)) return instance
      if (wanted !== undefined) throw this.#taken(name)
    }
  }

  /** Writes what is known of an instance by now. @throws CommandFailed */
  update(instance: Instance): void {
    writeJsonFile(this.#path(instance.name, ENTRY), instance)
  }

  /** What is registered under a name; undefined where nothing is. */
  find(name: string): Instance | undefined {
    return this.#read(name)
  }

  /** Where the output of an instance goes. */
  logOf(name: string): string {
    return this.#path(name, LOG)
  }

  /** Removes an instance, unless its name is another one's by now. */
  remove({ name, pid }: Instance): void {
    if (this.#read(name)?.pid === pid) rmSync(this.#path(name, ENTRY), { force: true })
  }

  /** Puts the log of an earlier instance of this name aside. @throws CommandFailed */
  putLogAside({ log }: Instance): void {
    try {
      if (statSync(log, { throwIfNoEntry: false }) !== undefined) renameSync(log, `${log}.old`)
    } catch (error) {
      throw fileFailure(log, error, 'written')
    }
  }

  /** Whether it could be written, which it is at once: a file that is there by half would keep its name taken. */
  #create(instance: Instance): boolean {
    const file = this.#path(instance.name, ENTRY)
    const unfinished = `${file}.${process.pid}.tmp`
    const content = `${JSON.stringify(instance, null, 2)}\n`
    try {
      writeFileSync(unfinished, content, { mode: 0o600 })
      if (!link(unfinished, file)) writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw fileFailure(file, error, 'written')
    } finally {
      discard(unfinished)
    }
  }

  /** Removes what an earlier version left that was killed while it wrote, and tells whether it did. */
  #removeHalf(name: string): boolean {
    const file = this.#path(name, ENTRY)
    try {
      const { mtimeMs } = statSync(file)
      // Whole JSON is somebody else's file.
      if (Date.now() - mtimeMs < STALE_MS || isJson(this.#text(name))) return false
      rmSync(file)
      return true
    } catch {
      return false
    }
  }

  #taken(name: string): CommandFailed {
    const file = this.#path(name, ENTRY)
    const other = this.#read(name)
    if (other === undefined) {
      return new CommandFailed(`the name ${name} is taken by ${file}, which cannot be read`, 1)
    }
    if (isElsewhere(other)) {
      const advice = `where it no longer runs, remove ${file}`
      return new CommandFailed(`an instance on ${other.machine} is named ${name}; ${advice}`, 1)
    }
    const advice = `rockpool stop ${name} ends it`
    return new CommandFailed(
      `an instance is named ${name} already (pid ${other.pid}); ${advice}`,
      1,
    )
  }

  #read(name: string): Instance | undefined {
    try {
      const instance = parseInstance(this.#text(name))
      return instance?.name === name ? instance : undefined
    } catch {
      // It has just ended.
      return undefined
    }
  }

  /** @throws what the system says; an Error where it is no file: a pipe would be waited for */
  #text(name: string): string {
    const file = this.#path(name, ENTRY)
    if (!statSync(file).isFile()) throw new Error(`${file} is no file`)
    return readFileSync(file, 'utf8')
  }

  #logTimes(): Map<string, number> {
    const times = this.#names(LOG).map((name) => {
      const { mtimeMs = 0 } = statSync(this.#path(name, LOG), { throwIfNoEntry: false }) ?? {}
      return [name, mtimeMs] as const
    })
    return new Map(times)
  }

  #names(ending: string): string[] {
    try {
      const files = readdirSync(this.folder).filter((file) => file.endsWith(ending))
      return files.map((file) => file.slice(0, -ending.length))
    } catch {
      // Nothing was ever registered.
      return []
    }
  }

  #makeFolder(): void {
    try {
      makeDirectory(this.folder)
    } catch (error) {
      throw fileFailure(this.folder, error, 'written')
    }
  }

  #path(name: string, ending: string): string {
    return join(this.folder, `${name}${ending}`)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** False where the file system has no links. @throws what the system says */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) return false
    throw error
  }
}
