import { expect, test } from 'vitest'
import { isZone } from '../../core/format/zone.ts'
import { presentName, zoneMeant, zoneNames } from './zones.ts'

test('[SETTINGS-1] every offered zone can be shown, once, under its present name', () => {
  const zones = zoneNames()
  expect(zones.length).toBeGreaterThan(300)
  expect(zones[0]).toBe('UTC')
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones.filter((zone) => !isZone(zone))).toEqual([])
  expect(zones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'Europe/Kyiv']))
  expect(zones).not.toContain('Asia/Calcutta')
  expect(presentName('Asia/Calcutta')).toBe('Asia/Kolkata')
})

test.for([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  [' asia/kolkata ', 'Asia/Kolkata'],
  ['America/New York', 'America/New_York'],
  ['utc', 'UTC'],
  ['Kolkata', undefined],
  ['', undefined],
] as const)('[SETTINGS-1] the text %j means %s', ([typed, zone]) => {
  expect(zoneMeant(typed, zoneNames())).toBe(zone)
})
