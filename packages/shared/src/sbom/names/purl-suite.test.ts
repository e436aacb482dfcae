import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildPurl, formatPurl, parsePurl, type PurlParts, readPurl } from './purl.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const folder = resolve(root, process.env['CARAPACE_DATA'] ?? '../shared/data', 'software/purl')
const here = existsSync(folder)
if (!here) console.log(`Official cases of purl: skipped, ${folder} is not there.`)

interface SuiteCase {
  readonly description: string
  readonly test_group: 'required' | 'recommended'
  readonly test_type: 'parse' | 'build' | 'validate'
  readonly input: string | PurlParts
  readonly expected_output?: string | PurlParts | null
  readonly expected_failure: boolean
}

const files = here ? readdirSync(folder).filter((file) => file.endsWith('-test.json')) : []
const cases = files.flatMap((file) => {
  const { tests } = JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as { tests: SuiteCase[] }
  return tests.map((suiteCase) => ({ file, ...suiteCase }))
})

function purlOf({ test_type: kind, test_group: group, input }: SuiteCase) {
  if (kind === 'build') return buildPurl(input as PurlParts)
  if (group === 'required') return parsePurl(input as string)
  const read = readPurl(input as string)
  return read.ok ? { ok: true as const, value: read.value.purl } : read
}

function withoutAbsent(parts: PurlParts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value != null && Object.keys(value as object).length > 0),
  )
}

describe.skipIf(!here)('official cases of purl', () => {
  test('[PURL-1] the folder has cases of at least 30 types', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(cases.length).toBeGreaterThan(300)
  })

  test.for(cases)('[PURL-1] $file: $test_type, $description', (suiteCase) => {
    const purl = purlOf(suiteCase)
    expect(purl.ok, JSON.stringify(purl)).toBe(!suiteCase.expected_failure)
    if (!purl.ok) return
    if (suiteCase.test_type === 'parse') {
      expect(withoutAbsent(purl.value)).toEqual(withoutAbsent(suiteCase.expected_output as PurlParts))
    } else {
      expect(formatPurl(purl.value)).toBe(suiteCase.expected_output)
    }
  })
})
