import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Maximum number of rules without a test. It only ever decreases: a new rule needs a test. */
const uncitedAtMost = 57

const root = path.join(import.meta.dirname, '../../..')
const id = '[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\\d+'

function filesOf(pattern: string): string[] {
  const generated = new Set(['node_modules', 'dist', '.carapace', '.git'])
  return globSync(pattern, { cwd: root, exclude: (name) => generated.has(path.basename(name)) }).toSorted()
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

/** The rules that a SPEC.md states: items of its lists, or rows of its tables. */
function rulesOf(spec: string): string[] {
  return matches(read(spec), new RegExp(`^(?:- |\\| [^|\\n]+ \\| )\\*\\*(${id})\\*\\*`, 'gm'))
}

/** The texts in brackets at the beginning of a test's title: rules, and anything that looks like a rule. */
function titled(source: string): string[] {
  const heads = matches(source, /['"`]((?:\[[A-Z][A-Z0-9, -]*\d\] ?)+)/g)
  return heads.flatMap((head) => matches(head, /\[([^\]]+)\]/g))
}

/** Rules in the cells of a table whose rows become titles (`[$rule] …`, `[%s] …`). */
function inTables(source: string): string[] {
  return /['"`]\[(?:\$rule|%s)\]/.test(source) ? matches(source, new RegExp(`'(${id})'`, 'g')) : []
}

const specs = filesOf('{apps,packages,infra,load-tests}/**/SPEC.md')
const rules = specs.flatMap((spec) => rulesOf(spec).map((rule) => ({ rule, spec })))
const known = new Set(rules.map(({ rule }) => rule))
const prefixOf = (rule: string) => rule.replace(/-\d+$/, '')
const sources = filesOf('{apps,packages,infra,load-tests}/**/*.{ts,tsx}').map((file) => ({ file, source: read(file) }))
const tests = sources.filter(({ file }) => /\.(test|fixture|probes?)\.tsx?$/.test(file))

test('a rule is in one place in the repository, and rules with the same prefix are in one file', () => {
  const places = Map.groupBy(rules, ({ rule }) => rule)
  expect([...places].filter(([, there]) => there.length > 1).map(([rule]) => rule)).toEqual([])
  const words = Map.groupBy(rules, ({ rule }) => prefixOf(rule))
  const spread = [...words].filter(([, there]) => new Set(there.map(({ spec }) => spec)).size > 1)
  expect(spread.map(([word]) => word)).toEqual([])
})

test('every rule that a title or a comment names is in a SPEC.md', () => {
  const ruleReference = new RegExp(`\\brules? (${id}|[A-Z]{1,3}\\d{1,2})\\b`, 'g')
  const unknown = sources.flatMap(({ file, source }) => {
    const titles = /\.(test|fixture|probes?)\.tsx?$/.test(file) ? titled(source) : []
    return [...titles, ...matches(source, ruleReference)]
      .filter((rule) => !known.has(rule))
      .map((rule) => `${file}: ${rule}`)
  })
  expect(unknown).toEqual([])
})

test('only a few rules have no test', () => {
  const tested = new Set(tests.flatMap(({ source }) => [...titled(source), ...inTables(source)]))
  const uncited = [...known].filter((rule) => !tested.has(rule))
  expect(known.size).toBeGreaterThan(800)
  expect(uncited.length, `no test names ${uncited.join(', ')}`).toBeLessThanOrEqual(uncitedAtMost)
})
