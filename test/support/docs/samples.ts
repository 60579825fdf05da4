import { readFileSync } from 'node:fs'

/** Modules that samples import. */
export type SampleModules = Readonly<Record<string, object>>

/** Returns the code blocks of a page in a language, in order. */
export function samplesOf(
  page: string,
  language: 'dockerfile' | 'js' | 'json' | 'sh' | 'solidity' | 'toml' | 'ts' | 'yaml',
): string[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8')
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  return [...blocks].map(([, code = '']) => code)
}

/**
 * Runs a sample in JavaScript, even if it is marked as TypeScript.
 *
 * @param scope values of its free variables
 * @returns its output, and the output that comments after `console.log(…)` announce
 */
export async function runSample(
  code: string,
  modules: SampleModules,
  scope: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly printed: readonly string[]; readonly expected: readonly string[] }> {
  const body = code.replaceAll(
    /^import \{([^}]*)\} from '([^']*)'$/gm,
    (_, names: string, module: string) =>
      `const {${names.replaceAll(/ as /g, ': ')}} = modules[${JSON.stringify(module)}]`,
  )
  const withDefaults = body.replaceAll(
    /^import (\w+) from '([^']*)'$/gm,
    (_, name: string, module: string) =>
      `const ${name} = modules[${JSON.stringify(module)}].default`,
  )
  const printed: string[] = []
  const around = {
    ...scope,
    modules,
    console: { log: (...values: unknown[]) => void printed.push(values.map(textOf).join(' ')) },
  }
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...args: unknown[]) => Promise<void>
  await new AsyncFunction(...Object.keys(around), withDefaults)(...Object.values(around))
  const lines = code.matchAll(/^\s*console\.log\(.*\) \/\/ (.*)$/gm)
  return { printed, expected: [...lines].map(([, text = '']) => text) }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  return typeof value === 'bigint' ? `${value}n` : String(value)
}
