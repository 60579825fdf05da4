import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/wire/processes.ts'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  ...{ cwd: root, encoding: 'utf8' },
})
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
const pages = tracked.filter((path) => path.endsWith('.md') && !path.startsWith('test/fixtures/'))

function textOf(path: string): string {
  // Links and headings in code are none.
  return readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
}

/** Anchors of a page's headings, as GitHub derives them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const headings = [...textOf(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
  return new Set(headings)
}

/** Why a link of a page leads nowhere; undefined if it is fine. */
function problemOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : relative(root, join(root, dirname(page), path))
  if (!existsSync(join(root, target))) return `${page}: ${link}: no such file`
  if (anchor === undefined || !target.endsWith('.md')) return undefined
  return anchorsOf(target).has(anchor) ? undefined : `${page}: ${link}: no such heading`
}

test.each(pages)('the links of %s lead to existing files and headings', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const problems = links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => problemOf(page, link))
    .filter((problem) => problem !== undefined)
  expect(problems).toEqual([])
})

test('paths of the repository that pages and sources name exist', () => {
  const sources = tracked.filter((path) => /^(src|scripts|bench)\/.*\.(ts|js)$/.test(path))
  const name =
    /(?<![\w./-])(?:docs|src|scripts|bench|genesis|interfaces)\/[\w./-]*\w\.(?:md|ts|js|json|sol)\b/g
  const problems = [...pages, ...sources].flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(name)]
      .map(([path]) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  )
  expect(problems).toEqual([])
})
