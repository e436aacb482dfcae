import { ruleStates } from '@carapace/shared/msoc/rules/rules'
import { severities } from '@carapace/shared/msoc/severity'
import { z } from 'zod'

/** A text parameter. The router parses `?tag=7` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/** Values separated by commas. Unknown values are dropped: a link may be older or newer than this page. */
const wordsOf = <Word extends string>(known: readonly Word[]) =>
  text(200)
    .transform((value) => {
      const words = new Set(value?.split(','))
      return known.filter((word) => words.has(word)).join(',') || undefined
    })
    .optional()

/** The address parameters of the list of rules: its filters (rule RULE-UI-1 of ./SPEC.md). */
export const RulesSearch = z.object({
  q: text(200),
  state: wordsOf(ruleStates),
  severity: wordsOf(severities),
  service: text(32),
  tag: text(100),
  pack: text(100),
  /** The saved view that the filters came from. */
  view: text(100),
})
export type RulesSearch = z.output<typeof RulesSearch>

/** The parameters that a view stores: the filters (rule RULE-UI-27). */
export function filtersOf({ view: _view, ...filters }: RulesSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

/** The values of a filter that holds several. */
export function chosen<Word extends string>(value: string | undefined): readonly Word[] {
  return value === undefined ? [] : (value.split(',') as Word[])
}

/** How the text is edited. */
export const editorViews = ['text', 'form'] as const
export const editorPanels = ['check', 'try', 'backtest', 'versions'] as const
export type EditorPanel = (typeof editorPanels)[number]

/** The address parameters of the editor: the rule (absent: a new one), and what is shown (rule RULE-UI-10). */
export const EditorSearch = z.object({
  rule: z.uuid().optional().catch(undefined),
  view: z.enum(editorViews).optional().catch(undefined),
  panel: z.enum(editorPanels).optional().catch(undefined),
})
export type EditorSearch = z.output<typeof EditorSearch>
