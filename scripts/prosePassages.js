import jsTokens from 'js-tokens'

/**
 * A piece of prose in a file.
 *
 * @typedef {object} Passage
 * @property {'markdown' | 'comment' | 'title' | 'string'} kind
 * @property {number} line
 * @property {string} text Without markup and code.
 * @property {number} columns Length of the longest line; 0 if lines may have any length.
 */

/** Returns the prose of a Markdown or TypeScript file. @returns {Passage[]} */
export function passagesOf(file, source) {
  return file.endsWith('.md') ? markdownPassages(source) : codePassages(source)
}

function markdownPassages(source) {
  const passages = []
  let open
  let isCode = false
  const close = () => {
    if (open !== undefined) passages.push({ ...open, text: withoutMarkup(open.text) })
    open = undefined
  }
  for (const [index, line] of source.split('\n').entries()) {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    if (isFence || isCode || line.trim() === '' || line.startsWith('<!--')) {
      close()
      continue
    }
    const isRow = line.startsWith('|')
    if (isRow || /^\s*([-*]|\d+\.|#+|>) /.test(line)) close()
    // The cells of a row are passages of their own; links and rows may have any length.
    const text = isRow ? line.replaceAll('|', ' . ') : line
    const columns = isRow || /\]\([^)]*\)|https?:\/\//.test(line) ? 0 : line.length
    open ??= { kind: 'markdown', line: index + 1, text: '', columns: 0 }
    open.text += `${text}\n`
    open.columns = Math.max(open.columns, columns)
    if (isRow || line.startsWith('#')) close()
  }
  close()
  return passages
}

function codePassages(source) {
  const passages = []
  let line = 1
  let before = ''
  for (const { type, value } of jsTokens(source)) {
    const passage = passageOf(type, value, before)
    if (passage !== undefined) passages.push({ line, ...passage })
    if (type !== 'WhiteSpace' && type !== 'LineTerminatorSequence')
      before = before.slice(-60) + value
    line += value.split('\n').length - 1
  }
  return joinLineComments(passages)
}

function passageOf(type, value, before) {
  if (type === 'SingleLineComment' || type === 'MultiLineComment') {
    if (/biome-ignore|^\/\/\/|@ts-expect|\* @license/.test(value)) return undefined
    const text = value.replace(/^\/\*+|\*\/$|^\/\//g, '').replace(/^\s*\* ?/gm, '')
    const columns = Math.max(...value.split('\n').map((line) => line.length))
    return { kind: 'comment', text: withoutMarkup(text), columns }
  }
  if (type !== 'StringLiteral' && type !== 'NoSubstitutionTemplate') return undefined
  const text = value.slice(1, -1)
  if (text.split(' ').length < 4) return undefined
  const isTitle = /\b(test|it|describe)(\.\w+|\([^()]*\))*\($/.test(before)
  return { kind: isTitle ? 'title' : 'string', text: withoutMarkup(text), columns: 0 }
}

/** Consecutive `//` comments are one passage. */
function joinLineComments(passages) {
  const joined = []
  let end = 0
  for (const passage of passages) {
    const last = joined.at(-1)
    const isNext =
      passage.kind === 'comment' && last?.kind === 'comment' && passage.line === end + 1
    if (isNext) {
      last.text += ` ${passage.text}`
      last.columns = Math.max(last.columns, passage.columns)
    } else {
      joined.push(passage)
    }
    end = passage.line + passage.text.split('\n').length - 1
  }
  return joined
}

/** Code, links and tags of docstrings, which are not prose. */
function withoutMarkup(text) {
  let count = 0
  const name = () => `X${++count}`
  return text
    .replace(/`[^`]*`/g, name)
    .replace(/\{@link ([^}]*)\}/g, name)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, name)
    .replace(/@(param|property) (\{[^}]*\} )?\S+/g, '. ')
    .replace(/@(throws|returns) (\{[^}]*\} ?)?/g, '. ')
    .replace(/[*_]{1,2}(\S[^*_]*\S)[*_]{1,2}/g, '$1')
}
