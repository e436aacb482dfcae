import { z } from 'zod'

/** The panels of the wall, in their default order. */
export const panelNames = ['overview', 'map', 'alerts', 'pipeline'] as const
export type PanelName = (typeof panelNames)[number]

export const sounds = ['off', 'critical', 'high'] as const
export type Sound = (typeof sounds)[number]

export interface WallSettings {
  readonly panels: readonly PanelName[]
  /** How long each panel is shown, seconds. */
  readonly every: number
  /** The lowest severity of alerts that sound. */
  readonly sound: Sound
}

export const usualSettings: WallSettings = { panels: panelNames, every: 60, sound: 'off' }

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
  const names = (panels ?? '').split(',')
  const known = names.filter((name): name is PanelName => (panelNames as readonly string[]).includes(name))
  return {
    panels: known.length > 0 ? [...new Set(known)] : usualSettings.panels,
    every: every === undefined ? usualSettings.every : Math.max(shortest, Math.min(longest, every)),
    sound: sound ?? usualSettings.sound,
  }
}

/** An address's search with the wall under these settings; default values are left out. */
export function withWall(search: object, { panels, every, sound }: WallSettings): object {
  return {
    ...withoutWall(search),
    wall: 1,
    ...(panels.join() !== usualSettings.panels.join() && { panels: panels.join(',') }),
    ...(every !== usualSettings.every && panels.length > 1 && { every }),
    ...(sound !== usualSettings.sound && { sound }),
  }
}

/** An address's search without the wall: the page below it. */
export function withoutWall(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !(name in WallWords.shape)))
}
