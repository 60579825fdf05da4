import { appendFileSync } from 'node:fs'
import { register } from 'node:module'

// Loaded with `node --import`: writes the URL of every module that the process loads to a file.
const file = process.env.RECORDED_MODULES
if (file !== undefined) {
  appendFileSync(file, '')
  const hooks = `
    import { appendFileSync } from 'node:fs'
    export async function load(url, context, next) {
      appendFileSync(${JSON.stringify(file)}, url + '\\n')
      return next(url, context)
    }`
  register(`data:text/javascript,${encodeURIComponent(hooks)}`)
}
