import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A link that signs in: an action, not a request. */
const actions = new Set(['account/sign-in/sign-in-form.tsx'])

const src = join(import.meta.dirname, '../..')

/** The bodies of the effects in a source file. */
function effectsIn(text: string): string[] {
  return [...text.matchAll(/\buseEffect\(/g)].map(({ index }) => text.slice(index, endOf(text, index)))
}

/** The end of the call that begins at an index: where its parentheses are balanced. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (let at = text.indexOf('(', from); at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

test('[REQUEST-8] no component calls the server in an effect', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !actions.has(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const calling = files.filter((file) =>
    effectsIn(readFileSync(join(src, file), 'utf8')).some((effect) => /\bcall\(/.test(effect)),
  )
  expect(calling).toEqual([])
})
