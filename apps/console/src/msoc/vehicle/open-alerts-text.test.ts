import { expect, test } from 'vitest'
import { openAlertsText } from './open-alerts-text.ts'

test('[VEHICLE-UI-16] one alert is singular', () => {
  expect([0, 1, 1_200].map(openAlertsText)).toEqual(['0 open alerts', '1 open alert', '1,200 open alerts'])
})
