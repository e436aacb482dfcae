import { z } from 'zod'

/** A text parameter. The router parses `?q=7` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

export const playbookTabs = ['playbooks', 'runs', 'waiting', 'secrets', 'actions'] as const
export type PlaybookTab = (typeof playbookTabs)[number]

/** The address parameters of the page of playbooks: its tab, and the filters of each tab (rule PLAYBOOK-UI-1). */
export const PlaybooksSearch = z.object({
  tab: z.enum(playbookTabs).optional().catch(undefined),
  q: text(100),
  /** Of playbooks: enabled or disabled. */
  enabled: z.enum(['yes', 'no']).optional().catch(undefined),
  trigger: text(32),
  /** Of runs and vehicle actions. */
  playbook: z.uuid().optional().catch(undefined),
  state: text(200),
  /** Of runs: the start of the time range. */
  since: z.enum(['hour', 'day', 'week', 'month']).optional().catch(undefined),
  view: text(100),
})
export type PlaybooksSearch = z.output<typeof PlaybooksSearch>

/** The parameters that a view stores: the filters (rule PLAYBOOK-UI-2). */
export function filtersOf({ view: _view, ...filters }: PlaybooksSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

const sinceMs = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const
export const sinceTexts = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
} as const

/** The beginning of a time range, rounded to a minute so that the request stays the same while nobody changes it. */
export function sinceOf(since: PlaybooksSearch['since'], now: number): string | undefined {
  if (since === undefined) return undefined
  return new Date(Math.floor((now - sinceMs[since]) / 60_000) * 60_000).toISOString()
}

export const editorPanels = ['settings', 'dry-run', 'versions'] as const
export type EditorPanel = (typeof editorPanels)[number]

/** The address parameters of the editor: the playbook (absent: a new one), or the template it starts from. */
export const EditorSearch = z.object({
  playbook: z.uuid().optional().catch(undefined),
  template: text(64),
  node: text(64),
  panel: z.enum(editorPanels).optional().catch(undefined),
})
export type EditorSearch = z.output<typeof EditorSearch>

export const RunSearch = z.object({ run: z.uuid().optional().catch(undefined), node: text(64) })
export type RunSearch = z.output<typeof RunSearch>
