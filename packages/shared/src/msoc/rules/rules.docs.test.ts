import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkText } from './check-rule.ts'
import { vehicleServices } from './rules.ts'

const page = readFileSync(new URL('../../../../../docs/rules.md', import.meta.url), 'utf8')

test('[RULE-14] the example of docs/rules.md has no faults, and its tests pass', () => {
  const { faults, warnings, tests } = checkText(/```yaml\n(.*?)```/s.exec(page)![1]!)
  expect([...faults, ...warnings]).toEqual([])
  expect(tests.map(({ passed }) => passed)).toEqual([true, true])
})

test.for(vehicleServices)('docs/rules.md lists the fields of %s', (service) => {
  expect(page).toContain(`\`${service}\``)
})
