import { z } from 'zod'

const words = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)
const uuid = z.uuid().optional().catch(undefined)

/**
 * The search parameters of an artefact page: the program, what the list shows and how, and the open artefact (rule
 * GRAPH-UI-8). The router reads `?q=123` as a number; here it becomes text.
 */
export const ArtefactSearch = z.object({
  programId: uuid,
  projectId: uuid,
  /** A code or a uuid, so that links stay valid. */
  open: words(40),
  /** The tab of the drawer, if it is not the first. */
  part: words(20),
  q: words(100),
  /** The tab of the page that filters its list. */
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

/** The address of a page about artefacts, and the way to another. */
export interface AddressProps {
  readonly search: ArtefactSearch
  readonly go: (search: ArtefactSearch, replace?: boolean) => void
}
/** The allowed values by column: `{ '@status': ['APPROVED'] }`. */
export type Where = Readonly<Record<string, readonly string[]>>

/** A negated value, which excludes the rows that have it: `!reduce`. */
export const denied = (word: string): string => `!${word}`
export const isDenied = (word: string): boolean => word.startsWith('!')

/** The filter with one column limited to only these values (rule GRAPH-UI-17). */
export function filteredIn(where: Where, column: string, words: readonly string[]): Where {
  return { ...where, [column]: words }
}

/** The filter with these values of a column excluded. */
export function filteredOut(where: Where, column: string, words: readonly string[]): Where {
  const left = (where[column] ?? []).filter((word) => !words.includes(word))
  return { ...where, [column]: [...new Set([...left, ...words.map(denied)])] }
}

/** Parses a filter such as `@status:APPROVED|CREATED;treatment:reduce`; invalid parts are ignored. */
export function whereOf(text: string | undefined): Where {
  const pairs = (text ?? '').split(';').flatMap((each): [string, string[]][] => {
    const [column = '', among = ''] = each.split(':')
    const chosen = among.split('|').filter(Boolean)
    return column === '' || chosen.length === 0 ? [] : [[column, chosen]]
  })
  return Object.fromEntries(pairs)
}

/** The reverse of `whereOf`; an empty filter is left out of the address. */
export function whereText(where: Where): string | undefined {
  return (
    Object.entries(where)
      .filter(([, chosen]) => chosen.length > 0)
      .map(([column, chosen]) => `${column}:${chosen.join('|')}`)
      .join(';') || undefined
  )
}
