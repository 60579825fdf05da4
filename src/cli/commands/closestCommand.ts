import { closestWord } from '../../primitives/closestWord.ts'
import type { CommandDefinition } from './command.ts'

/**
 * Returns the closest command, or the first word of several: by spelling, synonym or prefix.
 * Undefined if none is close.
 */
export function closestCommand(
  typed: string,
  commands: readonly Pick<CommandDefinition, 'name' | 'synonyms'>[],
): string | undefined {
  const words = new Map<string, string>()
  for (const { name, synonyms = [] } of commands) {
    const [first = '', second] = name.split(' ')
    words.set(first, first).set(name, name)
    const start = second === undefined ? '' : `${first} `
    for (const synonym of synonyms) words.set(start + synonym, name)
  }
  const word = closestWord(typed, words.keys()) ?? longerWord(typed, [...words.keys()])
  return word === undefined ? undefined : words.get(word)
}

/** Returns the only word with this prefix, ignoring its own extensions. */
function longerWord(typed: string, words: readonly string[]): string | undefined {
  const longer = words.filter((word) => word.startsWith(typed))
  const shortest = longer.toSorted((a, b) => a.length - b.length)[0]
  const isOne = typed.length > 1 && longer.every((word) => word.startsWith(shortest ?? ''))
  return isOne ? shortest : undefined
}
