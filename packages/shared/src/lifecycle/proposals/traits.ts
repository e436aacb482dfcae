import { type ModelArtefact, type ModelIndex, wordIn, wordsIn } from './model.ts'

/** What is said of an element of the item that matters to whether a catalogue's entry may be said of it. */
export interface Traits {
  readonly kind: string
  /** Of a channel its medium; of what is joined to channels, theirs. */
  readonly media: ReadonlySet<string>
  /** Its category, that of what it carries or of what performs it, and: `external`, `wireless`, `safety`. */
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
 * How well what an entry says fits an element: undefined, it does not; 1, it may be said of anything of this kind; 2 or
 * more, it speaks of its very medium or category (rule PROPOSAL-3).
 */
export function fitOf(fields: Readonly<Record<string, unknown>>, { kind, media, words }: Traits): number | undefined {
  const [elements, statedMedia, categories] = [
    wordsIn(fields, 'elements'),
    wordsIn(fields, 'media'),
    wordsIn(fields, 'categories'),
  ]
  if (elements.length > 0 && !elements.includes(kind)) return undefined
  if (statedMedia.length + categories.length === 0) return 1
  // what speaks of safety is said of what is related to safety, before what speaks of any unit
  const named = categories
    .filter((word) => words.has(word) || media.has(word))
    .reduce((sum, word) => sum + (word === 'safety' ? 2 : 1), 0)
  const reached = statedMedia.filter((medium) => media.has(medium)).length
  return named + reached === 0 ? undefined : 1 + Math.min(named, 2) + Math.min(reached, 1)
}

/** The best fit of an entry to any of several elements; what speaks of nothing in particular fits nothing too. */
export function bestFit(fields: Readonly<Record<string, unknown>>, all: readonly Traits[]): number | undefined {
  const isGeneric = ['elements', 'media', 'categories'].every((name) => wordsIn(fields, name).length === 0)
  const fits = [...all.map((traits) => fitOf(fields, traits)), isGeneric ? 1 : undefined].filter(
    (fit) => fit !== undefined,
  )
  return fits.length === 0 ? undefined : Math.max(...fits)
}
