import { expect, test } from 'vitest'
import { addWall } from '../../core/wall/wall.ts'
import { settingsIn, usualSettings, wallIn, withoutWall, withWall } from './wall-search.ts'

const names = ['overview', 'map', 'alerts', 'pipeline']
const Display = () => null
addWall({
  pages: [],
  displays: [
    ...names.map((name) => ({ name, title: name, Display })),
    { name: 'panels', title: 'panels', Display, isOptional: true },
  ],
})

test.for([
  [{}, undefined],
  [{ wall: 1 }, 'shown'],
  [{ wall: '1' }, 'shown'],
  [{ wall: 'settings' }, 'settings'],
  [{ wall: 'nonsense' }, undefined],
  [{ wall: 1, time: '24h' }, 'shown'],
] as const)('[WALL-1] %o opens %s', ([search, expected]) => {
  expect(wallIn(search)).toBe(expected)
})

test('[WALL-2] an address without settings shows every panel for a minute, silently', () => {
  expect(settingsIn({ wall: 1 })).toEqual({ panels: names, every: 60, sound: 'off' })
})

test('[WALL-2] settings are read from the address, and invalid values are left out', () => {
  expect(settingsIn({ panels: 'map,nonsense,map,overview', every: 30, sound: 'high' })).toEqual({
    panels: ['map', 'overview'],
    every: 30,
    sound: 'high',
  })
  expect(settingsIn({ panels: 'nonsense', every: 'soon', sound: 'loud' })).toEqual(usualSettings())
  expect([settingsIn({ every: 1 }).every, settingsIn({ every: 1e6 }).every]).toEqual([5, 3_600])
})

test("[WALL-2] an address built from settings contains them, and keeps the page's own parameters", () => {
  const settings = { panels: ['alerts', 'map'], every: 15, sound: 'critical' } as const
  const address = withWall({ time: '24h', wall: 'settings' }, settings)
  expect(address).toEqual({ time: '24h', wall: 1, panels: 'alerts,map', every: 15, sound: 'critical' })
  expect(settingsIn(address)).toEqual(settings)
  expect(withWall({}, usualSettings())).toEqual({ wall: 1 })
  expect(withoutWall(address)).toEqual({ time: '24h' })
})

test('[WALL-2] an optional display is shown where the address names it', () => {
  expect(usualSettings().panels).not.toContain('panels')
  expect(settingsIn({ panels: 'panels,map' }).panels).toEqual(['panels', 'map'])
})
