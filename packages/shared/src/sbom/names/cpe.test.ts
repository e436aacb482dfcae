import { describe, expect, test } from 'vitest'
import { includesCpe, relationOfCpe } from './cpe-relation.ts'
import { type CpeName, formatCpe, formatCpeUri, parseCpe, quotedCpeValue } from './cpe.ts'

function nameOf(text: string): CpeName {
  const name = parseCpe(text)
  if (!name.ok) throw new Error(name.reason)
  return name.value
}

/** A name whose only attribute of interest is the version. */
const withVersion = (version: string): CpeName => nameOf(`cpe:2.3:a:v:p:${version}:*:*:*:*:*:*:*`)

describe('names', () => {
  test.for([
    ['cpe:2.3:a:v:p:1.0:*:*:*:*:*:*:*', 'cpe:/a:v:p:1.0'],
    ['cpe:2.3:a:v:p:-:*:*:*:*:*:*:*', 'cpe:/a:v:p:-'],
    ['cpe:2.3:a:soap\\:\\:lite:p\\+\\+:1:*:*:en-us:*:*:*:*', 'cpe:/a:soap%3a%3alite:p%2b%2b:1:::en-us'],
    ['cpe:2.3:a:v:p:1:*:pro:*:*:linux:x64:*', 'cpe:/a:v:p:1::~pro~~linux~x64~'],
    ['cpe:2.3:a:v:p:1:*:pro:*:*:*:*:*', 'cpe:/a:v:p:1::pro'],
    ['cpe:2.3:o:v:p?:*1:*:*:*:*:*:*:*', 'cpe:/o:v:p%01:%021'],
    ['cpe:2.3:*:*:*:*:*:*:*:*:*:*:*', 'cpe:/'],
  ])('[CPE-2] %s and %s are one name', ([text, uri]) => {
    expect(formatCpeUri(nameOf(text!))).toBe(uri)
    expect(formatCpe(nameOf(uri!))).toBe(text)
    expect(formatCpe(nameOf(text!))).toBe(text)
  })

  test('[CPE-1] well-formed values have their punctuation escaped', () => {
    const name = nameOf('cpe:2.3:a:v-w:p_q:8.\\*:*:*:*:*:*:*:-')
    expect(quotedCpeValue(name.vendor)).toBe('v\\-w')
    expect(quotedCpeValue(name.product)).toBe('p_q')
    expect(quotedCpeValue(name.version)).toBe('8\\.\\*')
    expect(quotedCpeValue(name.other)).toBe('NA')
    expect(formatCpe(nameOf('cpe:2.3:a:c++:p:1:*:*:*:*:*:*:*')), 'an escape that is lacking').toBe(
      'cpe:2.3:a:c\\+\\+:p:1:*:*:*:*:*:*:*',
    )
  })

  test.for([
    ['pkg:npm/a', /begins with "cpe:2.3:"/],
    ['cpe:2.3:a:v:p', /has 11 attributes after "cpe:2.3:", and this one has 3/],
    ['cpe:2.3:a:v:p:1:*:*:*:*:*:*:*:*', /this one has 12/],
    ['cpe:2.3:x:v:p:1:*:*:*:*:*:*:*', /"part" is "x"/],
    ['cpe:2.3:a::p:1:*:*:*:*:*:*:*', /"vendor" is empty/],
    ['cpe:2.3:a:v w:p:1:*:*:*:*:*:*:*', /"vendor" has a space/],
    ['cpe:2.3:a:v:p:1.*.2:*:*:*:*:*:*:*', /wildcards are only at the beginning and at the end/],
    ['cpe:2.3:a:v:p:*?:*:*:*:*:*:*:*', /"version"/],
    ['cpe:2.3:a:v:p:**:*:*:*:*:*:*:*', /"version"/],
    ['cpe:2.3:a:v:p:\\-:*:*:*:*:*:*:*', /write "-" for NA/],
    ['cpe:2.3:a:v:p:1:*:*:*:*:*:*:x\\', /ends with a backslash/],
    ['cpe:/a:v:p:1:u:e:l:x', /at most 7 components/],
    ['cpe:/a:v:p:%00', /"%00"/],
    ['cpe:/a:v:p:%4', /"%4"/],
    ['cpe:/a:v:p:1%022', /wildcards are only/],
    [`cpe:2.3:a:${'v'.repeat(5_000)}`, /at most 4096 characters/],
  ] as const)('[CPE-3] %.60s is refused', ([text, reason]) => {
    const name = parseCpe(text)
    expect(name.ok ? undefined : name.reason).toMatch(reason)
  })
})

describe('relations', () => {
  test.for([
    ['*', '*', 'equal'],
    ['*', '-', 'superset'],
    ['*', '1', 'superset'],
    ['*', '1*', 'undetermined'],
    ['-', '*', 'subset'],
    ['-', '-', 'equal'],
    ['-', '1', 'disjoint'],
    ['-', '1*', 'undetermined'],
    ['1', '1', 'equal'],
    ['1', '2', 'disjoint'],
    ['1A', '1a', 'equal'],
    ['1', '1*', 'undetermined'],
    ['1', '-', 'disjoint'],
    ['1', '*', 'subset'],
    ['1*', '1.2', 'superset'],
    ['1*', '2', 'disjoint'],
    ['1*', '*', 'subset'],
    ['1*', '-', 'disjoint'],
    ['1*', '1*', 'undetermined'],
  ] as const)('[CPE-4] %s to %s is %s', ([source, target, relation]) => {
    expect(relationOfCpe(withVersion(source), withVersion(target))).toBe(relation)
  })

  test.for([
    ['1.?', '1.2', true],
    ['1.?', '1.', true],
    ['1.?', '1.22', false],
    ['1.??', '1.22', true],
    ['?.2', '1.2', true],
    ['?.2', '.2', true],
    ['*.2', '1.1.2', true],
    ['*.2*', '1.2.3', true],
    ['??', '12', true],
    ['??', '123', false],
    ['1\\*', '1\\*', true],
    ['1\\*', '1\\*2', false],
    ['*a\\*', 'ba\\*', true],
  ] as const)('[CPE-4] %s includes %s: %s', ([source, target, includes]) => {
    expect(includesCpe(withVersion(source), withVersion(target))).toBe(includes)
  })

  test('[CPE-5] one disjoint attribute decides, and mixed ones decide nothing', () => {
    const relation = (source: string, target: string) => relationOfCpe(nameOf(source), nameOf(target))
    expect(relation('cpe:2.3:a:v:p:1:*:*:*:*:*:*:*', 'cpe:2.3:o:v:p:*:*:*:*:*:*:*:*')).toBe('disjoint')
    expect(relation('cpe:2.3:a:v:*:1:*:*:*:*:*:*:*', 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*')).toBe('undetermined')
    expect(relation('cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*')).toBe('superset')
    expect(relation('cpe:2.3:a:v:p:1:*:*:*:*:*:*:*', 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*')).toBe('subset')
  })

  test('[CPE-6] patterns of repeated letters are compared at once', () => {
    const source = withVersion(`*${'a'.repeat(2_000)}b*`)
    const target = withVersion('a'.repeat(4_000))
    for (let times = 0; times < 50; times += 1) expect(includesCpe(source, target)).toBe(false)
    expect(parseCpe(`cpe:2.3:a:v:p:${'\\'.repeat(2_001)}${'?'.repeat(2_000)}`).ok).toBe(false)
  })
})
