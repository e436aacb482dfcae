import { z } from 'zod'

const words = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)
const uuid = z.uuid().optional().catch(undefined)

/**
 * What the address says of a page of artefacts: of which program, what is shown of it and how, and which one is open
 * (rule GRAPH-UI-8). The router reads `?q=123` as a number: it is text here.
 */
export const ArtefactSearch = z.object({
  programId: uuid,
  projectId: uuid,
  /** A code or a uuid: a link that stays. */
  open: words(40),
  /** Of the drawer, where it is not the first. */
  part: words(20),
  q: words(100),
  /** One of the page's own ways to narrow its list. */
  tab: words(30),
  where: words(600),
  sort: words(60),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** `none`: not grouped. */
  group: words(40),
  /** The saved view that is shown. */
  saved: uuid,
})
export type ArtefactSearch = z.output<typeof ArtefactSearch>

/** What is let through, by column: `{ '@status': ['APPROVED'] }`. */
export type Where = Readonly<Record<string, readonly string[]>>

/** A word that lets nothing through that has it: `!reduce`. */
export const denied = (word: string): string => `!${word}`
export const isDenied = (word: string): boolean => word.startsWith('!')

/** What is narrowed, with a column let through only by these words besides (rule GRAPH-UI-17). */
export function filteredIn(where: Where, column: string, words: readonly string[]): Where {
  return { ...where, [column]: words }
}

/** What is narrowed, and nothing of a column that has one of these words. */
export function filteredOut(where: Where, column: string, words: readonly string[]): Where {
  const left = (where[column] ?? []).filter((word) => !words.includes(word))
  return { ...where, [column]: [...new Set([...left, ...words.map(denied)])] }
}

/** `@status:APPROVED|CREATED;treatment:reduce` as what it says; what makes no sense says nothing. */
export function whereOf(text: string | undefined): Where {
  const pairs = (text ?? '').split(';').flatMap((each): [string, string[]][] => {
    const [column = '', among = ''] = each.split(':')
    const chosen = among.split('|').filter(Boolean)
    return column === '' || chosen.length === 0 ? [] : [[column, chosen]]
  })
  return Object.fromEntries(pairs)
}

/** The other way round; nothing chosen is not in the address. */
export function whereText(where: Where): string | undefined {
  return (
    Object.entries(where)
      .filter(([, chosen]) => chosen.length > 0)
      .map(([column, chosen]) => `${column}:${chosen.join('|')}`)
      .join(';') || undefined
  )
}
