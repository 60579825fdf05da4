import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENSE_FILE = /^(licen[cs]e|copying|notice)(\W.*)?$/i
const RULE = '-'.repeat(80)

/**
 * Returns the licenses of the packages whose code is in bundles. Packages with the same license
 * text share one entry.
 *
 * @param root folder that the paths in the metafiles are relative to
 * @param metafiles metafiles of esbuild
 * @param others folders of packages of which the build copies files
 * @throws Error if a license text is missing
 */
export function thirdPartyNotices(root, metafiles, others = []) {
  const folders = new Set([...bundledFiles(metafiles).flatMap(packageFolder), ...others])
  const titles = new Map()
  for (const folder of [...folders].sort()) {
    const { title, text } = readPackage(join(root, folder))
    titles.set(text, [...(titles.get(text) ?? []), title])
  }
  const entries = [...titles].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  return ['The files in this folder contain code of the packages below.\n', ...entries.sort()].join(
    `\n${RULE}\n\n`,
  )
}

/** Paths of sources that contribute at least one byte to a bundle. */
function bundledFiles(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs))
  // A path of `lazy:` is a module of `lazyDependencies`, which loads the package.
  return outputs
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && !path.startsWith('lazy:'))
    .map(([path]) => path)
}

function packageFolder(path) {
  const folder = path.match(PACKAGE_FOLDER)?.[1]
  return folder === undefined ? [] : [folder]
}

function readPackage(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license, repository, author } = manifest
  const url = (repository?.url ?? repository)?.replace(/^git\+/, '')
  const holder = author?.name ?? author
  const title = [`${name} ${version} (${license})`, holder, url].filter(Boolean).join(', ')
  return { title, text: licenseText(folder, name, license) }
}

function licenseText(folder, name, license) {
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file))
  if (files.length > 0) return files.map((file) => readText(join(folder, file))).join('\n\n')
  // Some packages only name their license.
  const path = new URL(`licenses/${license}.txt`, import.meta.url)
  if (!existsSync(path))
    throw new Error(`${name} has no license text: add scripts/licenses/${license}.txt`)
  return readText(path)
}

function readText(path) {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim()
}
