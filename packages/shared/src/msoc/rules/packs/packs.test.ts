import { describe, expect, test } from 'vitest'
import { checkText } from '../check-rule.ts'
import { compileRules } from '../rule-set.ts'
import { packs } from './packs.ts'

const all = packs.flatMap(({ name, texts }) => texts.map((text) => ({ pack: name, text, checked: checkText(text) })))

describe.for(packs)('$name', ({ texts }) => {
  test.for(texts.map((text) => [checkText(text).title, text] as const))('[RULE-56] %s', ([, text]) => {
    const { faults, warnings, tests, id, tags, level } = checkText(text)
    expect({ faults, warnings }).toEqual({ faults: [], warnings: [] })
    expect(tests.filter(({ passed }) => !passed)).toEqual([])
    // a rule that always or never matches passes neither
    expect(text).toMatch(/^ {6}match: true$/m)
    expect(text).toMatch(/^ {6}match: false$/m)
    expect(id).toMatch(/^[\da-f]{8}-/)
    expect(level).toBeDefined()
    for (const tag of tags) expect(tag).toMatch(/^(attack|atm)\.t\d{4}$/)
  })
})

test('[RULE-56] all rules of all packs run together: no two have one id or name', () => {
  expect(all.length).toBeGreaterThanOrEqual(40)
  const { faults } = compileRules(all.map(({ text }, i) => ({ uuid: `${i}`, version: 1, text })))
  expect([...faults].map(([uuid, fault]) => `${all[Number(uuid)]!.checked.title}: ${fault}`)).toEqual([])
})
