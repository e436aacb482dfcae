import { type RatingVariable, variableTitles } from '@carapace/shared/fmea/rating-profile'
import { fmeaActionKind, fmeaLineKind } from '@carapace/shared/fmea/kinds/fmea.kinds'
import { type WorksheetColumn, worksheetColumn } from '@carapace/shared/fmea/worksheet'
import { choice, type Field, line } from '@carapace/shared/graph/artefacts/fields'
import type { GridColumn } from '../../core/sheet/grid-lines.ts'
import type { Part } from '../../graph/editing/values.ts'
import { chainParts, type ChainPart, type Rated, type SheetLine } from './lines.ts'

/** A column of the worksheet, whose cells the grid draws. */
export type LineColumn = WorksheetColumn &
  GridColumn & {
    /** What its cells belong to. */
    readonly of: 'element' | 'chain' | 'line' | 'action' | 'computed'
    /** The part of the artefact that it sets; for the chain, which failure. */
    readonly part: Part
  }

export const isChainPart = (key: string): key is ChainPart => (chainParts as readonly string[]).includes(key)

const words = line('Text', { most: 300 })
const status = choice('State', {
  OPEN: 'Open',
  IN_PROCESS: 'In process',
  COMPLETED: 'Completed',
  NOT_COMPLETED: 'Not completed',
})
const priority = choice('AP', { H: 'H', M: 'M', L: 'L' })
const fields = fmeaLineKind.fields
const { type, owner, due } = fmeaActionKind.fields

/** The columns of an FMEA of a form, from the left; ratings take the titles of their criteria, too. */
export function columnsOf({ profile, form }: Rated): readonly LineColumn[] {
  const rating = (variable: RatingVariable, suffix: '' | '_after'): LineColumn => {
    const key = `${variable}${suffix}` as const
    const title = `${variableTitles[form][variable][0]!}${suffix === '' ? '' : ' after'}`
    return column(key, fields[key], 'line', 44, title, { criteria: profile.scales[form][variable] })
  }
  const computed = (key: string, field: unknown, width: number, title: string): LineColumn =>
    column(key, field, 'computed', width, title, { isWritable: false })
  return [
    computed('structure', words, 110, 'Structure'),
    column('element', words, 'element', 140, form === 'process' ? 'Process step' : 'Function'),
    column('effect', words, 'chain', 180, 'Failure effect'),
    rating('severity', ''),
    column('mode', words, 'chain', 180, 'Failure mode'),
    column('cause', words, 'chain', 180, 'Failure cause'),
    column('prevention', fields.prevention, 'line', 160, 'Prevention controls'),
    rating('occurrence', ''),
    column('detection_controls', fields.detection_controls, 'line', 160, 'Detection controls'),
    rating('detection', ''),
    computed('priority', priority, 44, 'AP'),
    computed('rpn', fields.severity, 48, 'RPN'),
    column('special', fields.special, 'line', 64, 'Special'),
    column('no_action', fields.no_action, 'line', 120, 'Why no action'),
    column('action', words, 'action', 180, 'Action', { part: '@title' }),
    { ...column('type', type, 'action', 84, 'Type'), extra: true },
    column('owner', owner, 'action', 100, 'Owner'),
    column('due', due, 'action', 92, 'Due'),
    column('state', status, 'action', 96, 'State', { part: '@status' }),
    rating('severity', '_after'),
    rating('occurrence', '_after'),
    rating('detection', '_after'),
    computed('priority_after', priority, 48, 'AP after'),
    { ...column('remark', fields.remark, 'line', 140, 'Remark'), extra: true },
  ]
}

interface MoreOfColumn extends Partial<Pick<LineColumn, 'isWritable' | 'part'>> {
  readonly criteria?: NonNullable<LineColumn['criteria']>
}

function column(
  key: string,
  field: unknown,
  of: LineColumn['of'],
  width: number,
  title: string,
  { part = key, ...more }: MoreOfColumn = {},
): LineColumn {
  // a field of a known type, for code that handles every field
  const any: Field = { ...(field as Field), title }
  const texts = worksheetColumn({ key, title, field: any, isWritable: true, ...more })
  return { ...texts, width, of, part, render: () => null }
}

/** The value of a cell of a line. */
export function valueIn(entry: SheetLine, { key, of, part }: Pick<LineColumn, 'key' | 'of' | 'part'>): unknown {
  if (of === 'line') return entry.row.fields[part]
  if (of === 'chain') return entry[key as ChainPart]?.title ?? ''
  if (of === 'element') return entry.function?.title ?? ''
  if (of === 'action') return actionValue(entry, part)
  if (key === 'structure') return entry.structure?.title ?? ''
  if (key === 'rpn') return entry.rpn
  return key === 'priority' ? entry.priority : entry.priorityAfter
}

function actionValue({ actions: [first] }: SheetLine, part: Part): unknown {
  const initial = part === '@title' || part === 'owner' ? '' : null
  if (!first) return initial
  return part === '@title' ? first.title : part === '@status' ? first.status : (first.fields[part] ?? initial)
}
