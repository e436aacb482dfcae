import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { relationOfCpe } from './cpe-relation.ts'
import { type CpeName, formatCpe, formatCpeUri, parseCpe, quotedCpeValue } from './cpe.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const folder = resolve(root, process.env['CARAPACE_DATA'] ?? '../shared/data', 'software/cpe')
const here = existsSync(folder)
if (!here) console.log(`Relations and names of CPE: skipped, ${folder} is not there.`)

interface NamedCase {
  readonly name: string
  readonly error?: boolean
  readonly fs?: string
  readonly uri?: string
  readonly wfn?: Readonly<Record<string, string>>
}

interface RelationCase {
  readonly source: string
  readonly target: string
  readonly superset: boolean
  readonly subset: boolean
  readonly equal: boolean
  readonly disjoint: boolean
}

const casesOf = <T>(file: string): T[] => (here ? (JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as T[]) : [])

function nameOf(text: string): CpeName {
  const name = parseCpe(text)
  if (!name.ok) throw new Error(`${text}: ${name.reason}`)
  return name.value
}

describe.skipIf(!here)('names and relations of another implementation of NIST IR 7695 and 7696', () => {
  const names = casesOf<NamedCase>('naming.json')
  const relations = casesOf<RelationCase>('matching.json')

  test('[CPE-1] the folder has names and relations', () => {
    expect(names.length).toBeGreaterThan(70)
    expect(relations.length).toBeGreaterThan(400)
  })

  test.for(names)('[CPE-1] $name', ({ name: text, error, fs, uri, wfn }) => {
    const name = parseCpe(text)
    expect(name.ok, JSON.stringify(name)).toBe(error !== true)
    if (!name.ok) return
    expect(formatCpe(name.value)).toBe(fs)
    expect(formatCpeUri(name.value)).toBe(uri)
    const quoted = Object.entries(name.value).map(([attribute, value]) => [attribute, quotedCpeValue(value)])
    expect(Object.fromEntries(quoted)).toEqual(wfn)
  })

  test.for(relations)('[CPE-5] $source and $target', ({ source, target, superset, subset, equal, disjoint }) => {
    const relation = relationOfCpe(nameOf(source), nameOf(target))
    expect({
      equal: relation === 'equal',
      superset: relation === 'equal' || relation === 'superset',
      subset: relation === 'equal' || relation === 'subset',
      disjoint: relation === 'disjoint',
    }).toEqual({ equal, superset, subset, disjoint })
  })
})
