import { describe, expect, test } from 'vitest'
import { licenceExceptionIds, licenceIds } from './licence-ids.ts'
import { licencePolicy, evaluateLicence } from './licence-policy.ts'
import {
  formatLicence,
  type LicenceExpression,
  licenceList,
  parseLicence,
  readLicence,
  unlistedIn,
} from './licences.ts'

function expressionOf(text: string): LicenceExpression {
  const expression = parseLicence(text)
  if (!expression.ok) throw new Error(expression.reason)
  return expression.value
}

const reasonOf = (text: string): string | undefined => {
  const expression = parseLicence(text)
  return expression.ok ? undefined : expression.reason
}

describe('expressions', () => {
  test.for([
    ['MIT', 'MIT'],
    ['mit', 'MIT'],
    ['GPL-2.0+', 'GPL-2.0+'],
    ['apache-2.0 or gpl-2.0-ONLY', 'Apache-2.0 OR GPL-2.0-only'],
    ['GPL-2.0-only WITH classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['MIT AND (LGPL-2.1-or-later OR BSD-3-Clause)', 'MIT AND (LGPL-2.1-or-later OR BSD-3-Clause)'],
    ['MIT OR (ISC AND 0BSD)', 'MIT OR ISC AND 0BSD'],
    ['(MIT OR ISC) OR (0BSD)', 'MIT OR ISC OR 0BSD'],
    ['DocumentRef-spdx-tool-1.2:LicenseRef-MIT-Style-2', 'DocumentRef-spdx-tool-1.2:LicenseRef-MIT-Style-2'],
    ['MIT WITH AdditionRef-own', 'MIT WITH AdditionRef-own'],
    ['NOASSERTION', 'NOASSERTION'],
    ['NONE', 'NONE'],
    ['  (MIT)\n', 'MIT'],
  ])('[SPDX-LICENCE-1] %s', ([text, formatted]) => {
    expect(formatLicence(expressionOf(text!))).toBe(formatted)
    expect(formatLicence(expressionOf(formatted!)), 'formatted again').toBe(formatted)
  })

  test('[SPDX-LICENCE-2] AND binds closer than OR, and WITH closer than both', () => {
    expect(expressionOf('MIT OR ISC AND 0BSD')).toEqual(expressionOf('MIT OR (ISC AND 0BSD)'))
    expect(expressionOf('MIT AND GPL-2.0-only WITH Bison-exception-2.2')).toMatchObject({
      kind: 'and',
      parts: [{ id: 'MIT' }, { id: 'GPL-2.0-only', exception: { id: 'Bison-exception-2.2', isListed: true } }],
    })
  })

  test.for([
    ['', /ends where a licence is expected/],
    ['MIT OR', /ends where/],
    ['OR MIT', /Expected a licence instead of "OR" at character 1/],
    ['MIT ISC', /Expected AND, OR or WITH instead of "ISC" at character 5/],
    ['(MIT', /parenthesis at character 1 is not closed/],
    ['MIT)', /parenthesis at character 4 closes none/],
    ['()', /Expected a licence instead of "\)"/],
    ['MIT (ISC)', /Expected AND or OR/],
    ['(MIT) WITH LLVM-exception', /follows no licence/],
    ['MIT WITH LLVM-exception WITH LLVM-exception', /follows no licence/],
    ['MIT WITH', /needs the identifier of an exception/],
    ['MIT WITH OR', /needs the identifier/],
    ['GPL-2.0 +', /instead of "\+" at character 9/],
    ['MIT/ISC', /no identifier/],
    ['NONE AND (', /ends where/],
  ] as const)('[SPDX-LICENCE-3] %s is refused with its place', ([text, reason]) => {
    expect(reasonOf(text)).toMatch(reason)
  })

  test('[SPDX-LICENCE-3] identifiers that are not listed are names, and can be listed', () => {
    expect(unlistedIn(expressionOf('MIT OR GPLv2 AND LicenseRef-own'))).toEqual(['GPLv2'])
    expect(unlistedIn(expressionOf('MIT WITH Foo-exception'))).toEqual(['Foo-exception'])
    const own = parseLicence('Own-1.0 WITH own-exception', licenceList(['OWN-1.0'], ['Own-exception']))
    expect(own.ok && formatLicence(own.value)).toBe('OWN-1.0 WITH Own-exception')
  })

  test('[SPDX-LICENCE-4] what documents write is read without refusal', () => {
    expect(formatLicence(readLicence('The Apache License, Version 2.0'))).toBe('Apache-2.0')
    expect(formatLicence(readLicence(' MIT   License '))).toBe('MIT')
    expect(formatLicence(readLicence('MIT/Apache-2.0'))).toBe('MIT OR Apache-2.0')
    expect(formatLicence(readLicence('GPL-2.0-only & (MIT | ISC)'))).toBe('GPL-2.0-only AND (MIT OR ISC)')
    expect(readLicence('GPLv2')).toMatchObject({ kind: 'name', id: 'GPLv2' })
    expect(readLicence('GNU Library or so; see COPYING')).toMatchObject({ kind: 'name' })
    expect(readLicence('')).toEqual({ kind: 'no assertion' })
    expect(readLicence('x'.repeat(100_000))).toMatchObject({ kind: 'name' })
  })

  test('[SPDX-LICENCE-1] the shipped list has each identifier once, and no exception among the licences', () => {
    expect(licenceIds.length).toBeGreaterThan(700)
    expect(licenceExceptionIds.length).toBeGreaterThan(80)
    expect(new Set([...licenceIds, ...licenceExceptionIds]).size).toBe(licenceIds.length + licenceExceptionIds.length)
  })
})

describe('hostile expressions', () => {
  test('[SPDX-LICENCE-5] 10,000 parentheses around a licence', () => {
    const text = `${'('.repeat(10_000)}MIT${')'.repeat(10_000)}`
    expect(formatLicence(expressionOf(text))).toBe('MIT')
    expect(reasonOf(text.slice(0, -1))).toMatch(/not closed/)
  })

  test('[SPDX-LICENCE-5] groups that alternate too deep are refused', () => {
    expect(reasonOf(`${'(MIT OR MIT AND '.repeat(3_000)}MIT${')'.repeat(3_000)}`)).toMatch(/more than 64 deep/)
    expect(reasonOf('('.repeat(70_000))).toMatch(/at most 65536 characters/)
  })

  test('[SPDX-LICENCE-5] 24 choices of two, and thousands of parts, are evaluated in linear time', () => {
    const policy = licencePolicy({ allow: ['MIT'] }, 'deny')
    const choices = Array.from({ length: 24 }, () => '(MIT OR ISC)').join(' AND ')
    expect(evaluateLicence(expressionOf(choices), policy).decision).toBe('allow')
    const long = Array.from({ length: 5_000 }, () => '(MIT OR 0BSD)')
      .join(' AND ')
      .slice(0, 65_000)
    expect(readLicence(long)).toBeDefined()
    const leftDeep = `${'('.repeat(8_000)}MIT${' OR A)'.repeat(8_000)}`
    expect(evaluateLicence(expressionOf(leftDeep), policy).decision).toBe('allow')
  })
})

describe('policies', () => {
  const policy = licencePolicy(
    {
      allow: ['MIT', 'Apache-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
      review: ['MPL-2.0'],
      deny: ['GPL-2.0-only', 'gpl-3.0-or-later', 'AGPL-3.0-only'],
    },
    'review',
  )
  const decide = (text: string) => evaluateLicence(readLicence(text), policy)

  test.for([
    ['MIT', 'allow', ['MIT']],
    ['MIT OR GPL-2.0-only', 'allow', ['MIT']],
    ['MIT AND GPL-2.0-only', 'deny', ['GPL-2.0-only']],
    ['(MIT OR GPL-2.0-only) AND MPL-2.0', 'review', ['MPL-2.0']],
    ['GPL-2.0-only OR AGPL-3.0-only', 'deny', ['GPL-2.0-only', 'AGPL-3.0-only']],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'allow', ['GPL-2.0-only WITH Classpath-exception-2.0']],
    ['GPL-2.0-with-classpath-exception', 'allow', ['GPL-2.0-only WITH Classpath-exception-2.0']],
    ['GPL-2.0-only WITH Bison-exception-2.2', 'deny', ['GPL-2.0-only WITH Bison-exception-2.2']],
    ['MIT WITH Foo-exception', 'review', ['MIT WITH Foo-exception']],
    ['GPL-2.0', 'deny', ['GPL-2.0-only']],
    ['GPL-3.0+', 'deny', ['GPL-3.0-or-later']],
    ['Apache-2.0+', 'allow', ['Apache-2.0+']],
    ['GPLv2', 'review', ['GPLv2']],
    ['LicenseRef-own AND MIT', 'review', ['LicenseRef-own']],
    ['NOASSERTION', 'review', ['NOASSERTION']],
    ['Zlib', 'review', ['Zlib']],
  ] as const)('[SPDX-LICENCE-7] %s: %s', ([text, decision, deciding]) => {
    const verdict = decide(text)
    expect(verdict.decision).toBe(decision)
    expect(verdict.deciding.map(({ licence }) => licence)).toEqual(deciding)
  })

  test('[SPDX-LICENCE-8] each deciding licence states by what', () => {
    expect(decide('Zlib').deciding[0]!.by).toBe('default')
    expect(decide('GPLv2').deciding[0]!.by).toBe('name')
    expect(decide('LicenseRef-own').deciding[0]!.by).toBe('reference')
    expect(decide('GPL-2.0-only WITH Classpath-exception-2.0').deciding[0]!.by).toBe('pair')
    const own = licencePolicy({ allow: ['LicenseRef-own', 'GPLv2'], deny: ['gplv2'] }, 'allow')
    expect(evaluateLicence(readLicence('LicenseRef-own'), own).decision).toBe('allow')
    expect(evaluateLicence(readLicence('GPLv2'), own).decision, 'the stricter list').toBe('deny')
  })

  test('[SPDX-LICENCE-6] deprecated identifiers are decided as those that replace them, and vice versa', () => {
    const old = licencePolicy({ deny: ['GPL-2.0-or-later'] }, 'allow')
    expect(evaluateLicence(readLicence('GPL-2.0+'), old).decision).toBe('deny')
    expect(evaluateLicence(readLicence('GPL-2.0-only+'), old).decision).toBe('deny')
    const written = licencePolicy({ deny: ['GPL-2.0'] }, 'allow')
    expect(evaluateLicence(readLicence('GPL-2.0'), written).decision).toBe('deny')
    expect(evaluateLicence(readLicence('GPL-2.0-only'), written).decision).toBe('deny')
  })
})
