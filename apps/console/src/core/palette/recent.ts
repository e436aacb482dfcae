import { z } from 'zod'
import type { PaletteItem } from './palette.ts'

const storageKey = 'carapace.palette'

/** The maximum number of remembered choices: places to go back to, not a history. */
export const mostRecent = 6

const Recent = z.object({
  id: z.string(),
  title: z.string(),
  mono: z.boolean().exactOptional(),
  detail: z.string().exactOptional(),
  place: z.object({ to: z.string().startsWith('/'), search: z.record(z.string(), z.string()) }),
})
type Recent = z.output<typeof Recent>

/** The places last opened from the palette, the latest first; empty if no valid list is stored (rule PALETTE-3). */
export function recentPlaces(): readonly Recent[] {
  return recentIn(localStorage.getItem(storageKey))
}

/** The places in a stored text; a partial write, or another product's text, counts as empty. */
export function recentIn(stored: string | null): readonly Recent[] {
  try {
    return (
      z
        .array(Recent)
        .max(mostRecent)
        .safeParse(JSON.parse(stored ?? '[]')).data ?? []
    )
  } catch {
    return []
  }
}

/** Stores a place that the user opened. Actions are not stored. */
export function remember(item: PaletteItem): void {
  localStorage.setItem(storageKey, JSON.stringify(withChosen(recentPlaces(), item)))
}

/** The places with the chosen place in front, without duplicates (rule PALETTE-3). */
export function withChosen(
  before: readonly Recent[],
  { id, title, mono, detail, place }: PaletteItem,
): readonly Recent[] {
  if (place === undefined) return before
  const chosen: Recent = {
    id,
    title,
    place,
    ...(mono !== undefined && { mono }),
    ...(detail !== undefined && { detail }),
  }
  return [chosen, ...before.filter((each) => each.id !== id)].slice(0, mostRecent)
}
