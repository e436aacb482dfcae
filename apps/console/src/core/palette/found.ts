import type { PaletteItem, PaletteSource } from './palette.ts'

/** The latest answer of a source: its items, the words it belongs to, and whether the source is searching or failed. */
export interface Answer {
  readonly words: string
  readonly items: readonly PaletteItem[]
  readonly isLoading: boolean
  readonly problem: string | undefined
}

export type Answers = ReadonlyMap<PaletteSource, Answer>

/** An item, and whether it belongs to earlier words than the current ones. */
export interface FoundItem extends PaletteItem {
  readonly isOld: boolean
}

interface Found {
  readonly items: readonly FoundItem[]
  readonly searching: boolean
  /** The sources that failed, by the name of their results. */
  readonly failed: readonly string[]
}

/**
 * The sources' answers together, in the order of the sources: old items stay visible until new ones come, but cannot be
 * opened (rule PALETTE-2).
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

/** A source starts a search: its previous items stay in the meantime. */
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
