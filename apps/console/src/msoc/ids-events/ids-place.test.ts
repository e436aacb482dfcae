import { expect, test } from 'vitest'
import { placeText } from './ids-place.ts'

test.for([
  [{ ecu: 'GTW', bus: 'can0', can_id: '0x2C1' }, 'GTW · can0 · 0x2C1'],
  [{ ecu: 'ADAS', can_id: 0x2c1 }, 'ADAS · 0x2C1'],
  [{ bus: 'can1', can_id: '18FEF100' }, 'can1 · 0x18FEF100'],
  [{ bus: 'can1', can_id: 'no id' }, 'can1'],
  [{ note: 'alive' }, ''],
  [null, ''],
] as const)('[IDS-UI-6] %j happened at %s', ([detail, text]) => {
  expect(placeText({ detail })).toBe(text)
})
