import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = { 'line-width': read('line-width-pending.json'), 'plain-english': read('plain-english-pending.json') }

/**
 * Whether a file stands in a folder that a rule does not apply to yet. Nothing is added to these lists, and a folder
 * that is done leaves its list.
 */
export function isPending(rule, file) {
  return folders[rule].has(dirname(relative(root, file)))
}

function read(list) {
  return new Set(JSON.parse(readFileSync(new URL(list, import.meta.url), 'utf8')))
}
