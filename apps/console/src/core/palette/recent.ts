import { z } from 'zod'
import type { PaletteItem } from './palette.ts'

const storageKey = 'carapace.palette'

/** So many choices are remembered: what one goes back to, not a history. */
export const mostRecent = 6

const Recent = z.object({
  id: z.string(),
  title: z.string(),
  mono: z.boolean().exactOptional(),
  detail: z.string().exactOptional(),
  place: z.object({ to: z.string().startsWith('/'), search: z.record(z.string(), z.string()) }),
})
type Recent = z.output<typeof Recent>

/** Where the palette led lately, the latest first; nothing where nothing readable is kept (rule PALETTE-3). */
export function recentPlaces(): readonly Recent[] {
  return recentIn(localStorage.getItem(storageKey))
}

/** What a stored text holds; half a write or another product's is as good as nothing. */
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

/** Keeps a place that was gone to. What was done, rather than gone to, is not kept. */
export function remember(item: PaletteItem): void {
  localStorage.setItem(storageKey, JSON.stringify(withChosen(recentPlaces(), item)))
}

/** The places with a chosen one in front, each once (rule PALETTE-3). */
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
