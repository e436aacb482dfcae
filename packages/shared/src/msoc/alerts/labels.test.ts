import { expect, test } from 'vitest'
import { resolutions } from './alerts.ts'
import { labelledResolutions, labelOf } from './labels.ts'

test('[LABEL-1] a resolution labels an alert as an attack, as benign, or not at all', () => {
  expect(Object.fromEntries(resolutions.map((one) => [one, labelOf(one)]))).toEqual({
    FALSE_POSITIVE: 'benign',
    TRUE_POSITIVE_WITH_IMPACT: 'attack',
    TRUE_POSITIVE_WITHOUT_IMPACT: 'attack',
    LEGITIMATE: 'benign',
    NOT_APPLICABLE: undefined,
    UNKNOWN: undefined,
  })
  expect(labelledResolutions).toHaveLength(4)
})
