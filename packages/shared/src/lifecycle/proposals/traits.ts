import { type ModelArtefact, type ModelIndex, wordIn, wordsIn } from './model.ts'

/** The traits of an element of the item that decide whether a catalogue's entry applies to it. */
export interface Traits {
  readonly kind: string
  /** For a channel its medium; for an element that is joined to channels, their media. */
  readonly media: ReadonlySet<string>
  /** Its category, that of its data or of the element that performs it, and: `external`, `wireless`, `safety`. */
  readonly words: ReadonlySet<string>
}

export const wirelessMedia: readonly string[] = ['cellular', 'wifi', 'bluetooth', 'nfc', 'uwb', 'v2x', 'gnss']

export function traitsOf(model: ModelIndex, element: ModelArtefact): Traits {
  const { uuid, kind, fields } = element
  if (kind === 'channel') return channelTraits(model, element)
  const units =
    kind === 'function' ? model.before(uuid, 'performs') : kind === 'component' || kind === 'system' ? [element] : []
  const channels =
    kind === 'data' ? model.before(uuid, 'carries') : units.flatMap((unit) => model.after(unit.uuid, 'connects'))
  const near = channels.map((channel) => channelTraits(model, channel))
  const words = [
    wordIn(fields, 'category'),
    ...units.map((unit) => wordIn(unit.fields, 'category')),
    fields.safety_related === true ? 'safety' : undefined,
  ]
  const reached = near
    .flatMap((traits) => [...traits.words])
    .filter((word) => word === 'external' || word === 'wireless')
  return { kind, media: new Set(near.flatMap(({ media }) => [...media])), words: wordSet([...words, ...reached]) }
}

function channelTraits(model: ModelIndex, { uuid, kind, fields }: ModelArtefact): Traits {
  const medium = wordIn(fields, 'medium')
  const carried = model.after(uuid, 'carries').map((data) => wordIn(data.fields, 'category'))
  const isWireless = medium !== undefined && wirelessMedia.includes(medium)
  return {
    kind,
    media: wordSet([medium]),
    words: wordSet([
      ...carried,
      fields.external === true || isWireless ? 'external' : undefined,
      isWireless ? 'wireless' : undefined,
    ]),
  }
}

const wordSet = (words: readonly (string | undefined)[]) => new Set(words.filter((word) => word !== undefined))

/**
 * How well an entry fits an element: undefined: not at all; 1: it applies to every element of this kind; 2 or more: it
 * names the element's medium or category (rule PROPOSAL-3).
 */
export function fitOf(fields: Readonly<Record<string, unknown>>, { kind, media, words }: Traits): number | undefined {
  const [elements, statedMedia, categories] = [
    wordsIn(fields, 'elements'),
    wordsIn(fields, 'media'),
    wordsIn(fields, 'categories'),
  ]
  if (elements.length > 0 && !elements.includes(kind)) return undefined
  if (statedMedia.length + categories.length === 0) return 1
  // an entry about safety applies to safety-related elements first, before an entry about every unit
  const named = categories
    .filter((word) => words.has(word) || media.has(word))
    .reduce((sum, word) => sum + (word === 'safety' ? 2 : 1), 0)
  const reached = statedMedia.filter((medium) => media.has(medium)).length
  return named + reached === 0 ? undefined : 1 + Math.min(named, 2) + Math.min(reached, 1)
}

/** The best fit of an entry to any of several elements; an entry without restrictions also fits an empty list. */
export function bestFit(fields: Readonly<Record<string, unknown>>, all: readonly Traits[]): number | undefined {
  const isGeneric = ['elements', 'media', 'categories'].every((name) => wordsIn(fields, name).length === 0)
  const fits = [...all.map((traits) => fitOf(fields, traits)), isGeneric ? 1 : undefined].filter(
    (fit) => fit !== undefined,
  )
  return fits.length === 0 ? undefined : Math.max(...fits)
}
