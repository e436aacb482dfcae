import type { PaletteItem, PaletteSource } from './palette.ts'

/** What one source has said so far: to which words, and that it is still being asked or could not be. */
export interface Answer {
  readonly words: string
  readonly items: readonly PaletteItem[]
  readonly isLoading: boolean
  readonly problem: string | undefined
}

export type Answers = ReadonlyMap<PaletteSource, Answer>

/** An item, and whether it was found for words that are no longer the ones typed. */
export interface FoundItem extends PaletteItem {
  readonly isOld: boolean
}

interface Found {
  readonly items: readonly FoundItem[]
  readonly searching: boolean
  /** The sources that could not be asked, by what they find. */
  readonly failed: readonly string[]
}

/**
 * The sources' answers together, in the order of the sources: old items stay in sight until new ones come, but lead
 * nowhere (rule PALETTE-2).
 */
export function foundIn(answers: Answers, sources: readonly PaletteSource[], words: string): Found {
  const known = sources.flatMap((source) => {
    const answer = answers.get(source)
    return answer === undefined ? [] : [{ source, ...answer }]
  })
  return {
    items: known.flatMap((answer) => answer.items.map((item) => ({ ...item, isOld: answer.words !== words }))),
    searching: known.length < sources.length || known.some(({ isLoading: asking }) => asking),
    failed: known.filter(({ problem }) => problem !== undefined).map(({ source }) => source.name),
  }
}

const nothing: Answer = { words: '', items: [], isLoading: true, problem: undefined }

/** A source begins to search: what it found before stays meanwhile. */
export function searchStarted(answers: Answers, source: PaletteSource): Answers {
  return new Map(answers).set(source, { ...(answers.get(source) ?? nothing), isLoading: true, problem: undefined })
}

export function answered(
  answers: Answers,
  source: PaletteSource,
  words: string,
  items: readonly PaletteItem[],
): Answers {
  return new Map(answers).set(source, { words, items, isLoading: false, problem: undefined })
}

export function refused(answers: Answers, source: PaletteSource, words: string, problem: string): Answers {
  return new Map(answers).set(source, { words, items: [], isLoading: false, problem })
}
