import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { PanelQuery } from './panel-query.ts'

export const charts = ['number', 'bar', 'line', 'area', 'table', 'heat'] as const
export type PanelChart = (typeof charts)[number]

const fields = {
  name: z.string().trim().min(1).max(80),
  query: PanelQuery,
  chart: z.enum(charts),
  /** Columns and rows of the grid that it takes. */
  width: z.int().min(1).max(4),
  height: z.int().min(1).max(3),
  /** Panels are in the order of these. */
  position: z.number().min(0).max(1_000_000),
  /** Whether all members of the organisation see it. */
  shared: z.boolean(),
  /** Whether the wall's display "Custom panels" shows it. */
  on_wall: z.boolean(),
}

/** A panel: a query and the chart that shows its result. */
export const Panel = z.object({
  uuid: z.uuid(),
  ...fields,
  owner: z.object({ uuid: z.uuid(), name: z.string() }),
  revision: z.int(),
})
export type Panel = z.infer<typeof Panel>

export const listPanels = endpoint({
  method: 'GET',
  path: 'msoc/v1/panels',
  summary: "One's own panels, and those shared with the organisation, in order",
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ panels: z.array(Panel) }),
})

export const savePanel = endpoint({
  method: 'POST',
  path: 'msoc/v1/panels/save',
  summary: 'Save a panel, or change one',
  access: 'MSOC',
  needs: 'panels.write',
  input: z.object({
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    ...fields,
    /** Default: behind all others. */
    position: fields.position.optional(),
  }),
  output: z.object({ success: z.literal(true), panel: Panel }),
})

export const deletePanel = endpoint({
  method: 'POST',
  path: 'msoc/v1/panels/delete',
  summary: "Delete a panel: one's own, or, as an administrator, a shared one",
  access: 'MSOC',
  needs: 'panels.write',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

const Key = z.object({
  /** Its value: a word, a uuid, or a time; empty: none. */
  key: z.string(),
  label: z.string(),
})

/** The result of a panel's query. Durations are ms, ratios from 0 to 1; null where there is nothing to measure. */
export const PanelResult = z.object({
  from: dateTime,
  to: dateTime,
  groups: z.array(z.object({ group: Key.nullable(), split: Key.nullable(), value: z.number().nullable() })),
  /** The measure of everything. */
  total: z.number().nullable(),
  /** The same of as long a time before; null also for vehicles, which are counted as they are now. */
  before: z.number().nullable(),
})
export type PanelResult = z.infer<typeof PanelResult>

export const runPanel = endpoint({
  method: 'POST',
  path: 'msoc/v1/panels/run',
  summary: 'The result of a query of a panel, saved or not; at most 500 groups',
  access: 'MSOC',
  input: z.object({ query: PanelQuery }),
  output: PanelResult,
})
