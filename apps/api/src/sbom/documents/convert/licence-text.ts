import { createRequire } from 'node:module'
import { expressionFault } from '../spdx-expression.ts'

const require = createRequire(import.meta.url)
const ids: ReadonlySet<string> = new Set([
  ...(require('spdx-license-ids') as readonly string[]),
  ...(require('spdx-license-ids/deprecated') as readonly string[]),
])

/** Whether a text is the id of a licence of the SPDX list, in its spelling. */
export function isLicenceId(text: string): boolean {
  return ids.has(text)
}

/** Whether a text is a licence expression of ids of the SPDX list and of `LicenseRef-…`. */
export function isExpression(text: string): boolean {
  if (expressionFault(text) !== undefined) return false
  const words = text.split(/[\s()]+/).filter(Boolean)
  return words.every(
    (word, at) =>
      /^(?:AND|OR|WITH|and|or|with)$/.test(word) ||
      /^with$/i.test(words[at - 1] ?? '') ||
      /^(?:DocumentRef-[\w.+-]+:)?LicenseRef-[\w.+-]+$/.test(word) ||
      ids.has(word) ||
      ids.has(word.replace(/\+$/, '')),
  )
}
