import { z } from 'zod'
import { wallDisplays } from '../../core/wall/wall.ts'

export const sounds = ['off', 'critical', 'high'] as const
export type Sound = (typeof sounds)[number]

export interface WallSettings {
  /** The names of the modules' displays. */
  readonly panels: readonly string[]
  /** How long each panel is shown, seconds. */
  readonly every: number
  /** The lowest severity of alerts that sound. */
  readonly sound: Sound
}

/** Every display that is not optional, in the order of the modules. */
export function usualSettings(): WallSettings {
  const usual = wallDisplays().filter(({ isOptional }) => isOptional === undefined)
  return { panels: usual.map(({ name }) => name), every: 60, sound: 'off' }
}

/** The names of all displays, in the order of the modules. */
export const displayNames = (): readonly string[] => wallDisplays().map(({ name }) => name)

/** A shorter time is not enough to read a panel; with a longer time the panel hardly changes. */
const shortest = 5
const longest = 3_600

/** The wall's parameters in an address; the pages' own parameters stay beside them (rules WALL-1, WALL-2). */
const WallWords = z.object({
  wall: z
    .union([z.literal(1), z.literal('1'), z.literal('settings')])
    .optional()
    .catch(undefined),
  panels: z.string().max(100).optional().catch(undefined),
  every: z.coerce.number().int().optional().catch(undefined),
  sound: z.enum(sounds).optional().catch(undefined),
})

/** Whether an address opens the wall, or its settings. */
export function wallIn(search: unknown): 'shown' | 'settings' | undefined {
  const { wall } = WallWords.parse(search)
  if (wall === undefined) return undefined
  return wall === 'settings' ? 'settings' : 'shown'
}

/** The wall's settings in an address. Unknown panels are left out; without any panel all of them are shown. */
export function settingsIn(search: unknown): WallSettings {
  const { panels, every, sound } = WallWords.parse(search)
  const usual = usualSettings()
  const names = displayNames()
  const known = (panels ?? '').split(',').filter((name) => names.includes(name))
  return {
    panels: known.length > 0 ? [...new Set(known)] : usual.panels,
    every: every === undefined ? usual.every : Math.max(shortest, Math.min(longest, every)),
    sound: sound ?? usual.sound,
  }
}

/** An address's search with the wall under these settings; default values are left out. */
export function withWall(search: object, { panels, every, sound }: WallSettings): object {
  const usual = usualSettings()
  return {
    ...withoutWall(search),
    wall: 1,
    ...(panels.join() !== usual.panels.join() && { panels: panels.join(',') }),
    ...(every !== usual.every && panels.length > 1 && { every }),
    ...(sound !== usual.sound && { sound }),
  }
}

/** An address's search without the wall: the page below it. */
export function withoutWall(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !(name in WallWords.shape)))
}
