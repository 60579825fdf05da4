import { closestWord } from '../../primitives/closestWord.ts'
import type { CommandDefinition } from './command.ts'

/**
 * The command that somebody most likely meant, or the first word of several: by a slip, another
 * word for it, or its beginning. Undefined where none is near.
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

/** The one word that begins so; those that go on after it do not count. */
function longerWord(typed: string, words: readonly string[]): string | undefined {
  const longer = words.filter((word) => word.startsWith(typed))
  const shortest = longer.toSorted((a, b) => a.length - b.length)[0]
  const isOne = typed.length > 1 && longer.every((word) => word.startsWith(shortest ?? ''))
  return isOne ? shortest : undefined
}
