import type { SheetCell } from '@carapace/shared/core/sheet/ranges'
import { ChatIcon, EyeOffIcon, PaperclipIcon, WarningSignIcon } from '@blueprintjs/icons'
import { markConflicts } from '@carapace/shared/interface-agreement/marks'
import type { RowField } from '@carapace/shared/interface-agreement/row'
import { isMark } from '@carapace/shared/interface-agreement/titles'
import { type ReactNode, useMemo } from 'react'
import { calendarDay } from '../../core/format/format.ts'
import type { SheetContent } from '../../core/sheet/sheet-content.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toneOf } from '../../core/ui/status-tone.ts'
import { fieldTexts, valueText } from '../words.ts'
import type { CellWrite } from './cells.ts'
import { markClass, optionsFor, type TableColumn } from './columns.ts'
import { type CellState, cellStateOf, proposedIn, seenIn, type TableRow, theirsIn, type Value } from './rows.ts'

/** A cell of a work product: what the grid shows, and what copying and pasting works on. */
export function cellIn(row: TableRow, { field }: TableColumn): SheetCell {
  const cell = { target: row.key, value: seenIn(row, field) }
  return row.line.hidden.includes(field) ? { ...cell, locked: 'You may not see this value.' } : cell
}

/** Values that this page has written: when they arrive, nobody else has changed them. */
export interface OwnWrites {
  readonly note: (cells: readonly CellWrite[]) => void
  readonly has: (row: number, field: RowField, value: Value) => boolean
}

export function ownWrites(): OwnWrites {
  const last = new Map<string, Value>()
  const keyOf = (row: number, field: RowField) => `${row} ${field}`
  return {
    note: (cells) => cells.forEach(({ row, field, value }) => last.set(keyOf(row, field), value)),
    has: (row, field, value) => last.get(keyOf(row, field)) === value,
  }
}

interface ContentInput {
  readonly written: OwnWrites
  /** The name of the other party. */
  readonly other: string
  readonly onOpen: (row: string) => void
  readonly onToggle: (row: TableRow, field: RowField) => void
  readonly besideGroup: (group: string) => ReactNode
}

/** How the table draws its cells (rules AGREEMENT-UI-40 to AGREEMENT-UI-42). */
export function useTableContent({
  written,
  other,
  onOpen,
  onToggle,
  besideGroup,
}: ContentInput): SheetContent<TableRow, TableColumn> {
  return useMemo(
    () => ({
      cellIn,
      nameOf: ({ line }) => line.row.work_product,
      leadTitle: 'Id',
      lead: (row) => <Lead row={row} onOpen={onOpen} />,
      draw: (text, column, row) =>
        row && <Cell text={text} column={column} row={row} other={other} onToggle={onToggle} />,
      classOf: ({ field }, row) => (row ? classOf(row, field) : ''),
      optionsFor,
      besideGroup,
      isByOthers: (before, now) =>
        (Object.keys(fieldTexts) as RowField[]).some((field) => {
          const value = seenIn(now, field)
          return value !== seenIn(before, field) && !written.has(now.id, field, value)
        }),
    }),
    [written, other, onOpen, onToggle, besideGroup],
  )
}

function classOf(row: TableRow, field: RowField): string {
  return `ia-cell-${cellStateOf(row, field)}${isMark(field) ? ` ${markClass(field)}` : ''}`
}

function Lead({ row, onOpen }: { readonly row: TableRow; readonly onOpen: (row: string) => void }) {
  const { id, key, line } = row
  const mark = proposedIn(row) > 0 ? 'ia-lead-theirs' : line.state === 'not-accepted' ? 'ia-lead-refused' : ''
  return (
    <button
      type="button"
      tabIndex={-1}
      className={mark}
      aria-label={`${id}: open ${line.row.work_product}`}
      onClick={() => onOpen(key)}
    >
      {id}
    </button>
  )
}

interface CellProps {
  readonly text: string
  readonly column: TableColumn
  readonly row: TableRow
  readonly other: string
  readonly onToggle: (row: TableRow, field: RowField) => void
}

function Cell({ text, column, row, other, onToggle }: CellProps) {
  const { field } = column
  if (isMark(field)) return <MarkCell text={text} column={column} row={row} other={other} onToggle={onToggle} />
  if (field === 'work_product') return <Title text={text} row={row} other={other} />
  const state = cellStateOf(row, field)
  if (state === 'hidden')
    return (
      <span className="ia-faint" title="You may not see this value.">
        <EyeOffIcon size={12} /> not visible to you
      </span>
    )
  const isPending = text !== column.textOf(seenIn(row, field))
  const theirs = isPending || state !== 'theirs' ? undefined : theirsIn(row, field)
  if (theirs === undefined) return <Plain field={field} text={text} />
  const agreed = `Agreed: ${valueText(field, row.line.row[field])}. ${other} proposes this.`
  return (
    <span className="ia-proposed-text" title={agreed}>
      <Plain field={field} text={column.textOf(theirs)} />
    </span>
  )
}

/** Statuses are free text: a badge only for a known word. */
function Plain({ field, text }: { readonly field: RowField; readonly text: string }) {
  if (text === '') return <span className="ia-empty">–</span>
  if (field === 'date')
    return <span className="num">{/^\d{4}-\d{2}-\d{2}$/.test(text) ? calendarDay(text) : text}</span>
  if (field === 'iso_reference') return <span className={text.startsWith('WP-') ? 'mono' : undefined}>{text}</span>
  if (field === 'status' && toneOf(text) !== 'grey') return <Badge tone={toneOf(text)}>{text}</Badge>
  return text
}

function Title({ text, row, other }: { readonly text: string; readonly row: TableRow; readonly other: string }) {
  const { line, editors, conflicts, side } = row
  const proposed = proposedIn(row)
  const theirs = theirsIn(row, 'work_product')
  return (
    <span className="ia-title">
      <span className={theirs === undefined ? 'ia-title-text' : 'ia-title-text ia-proposed-text'}>
        {theirs === undefined ? text : String(theirs)}
      </span>
      {proposed > 0 && (
        <span className="c-badge c-tone-purple num" title={`${other} proposes ${proposed} changes`}>
          {proposed}
        </span>
      )}
      {line.added_by !== null && (
        <span className="c-badge c-tone-grey" title={`Added by ${line.added_by === side ? 'your side' : other}`}>
          new
        </span>
      )}
      {conflicts.length > 0 && (
        <span className="ia-conflict" title={conflicts.map((one) => markConflicts[one]).join('\n')}>
          <WarningSignIcon size={12} />
          <span className="c-visually-hidden">{conflicts.map((one) => markConflicts[one]).join(' ')}</span>
        </span>
      )}
      {line.comments > 0 && (
        <span className="ia-beside-title num" title={`${line.comments} comments`}>
          <ChatIcon size={12} /> {line.comments}
        </span>
      )}
      {line.files > 0 && (
        <span className="ia-beside-title num" title={`${line.files} files`}>
          <PaperclipIcon size={12} /> {line.files}
        </span>
      )}
      {editors.length > 0 && (
        <span className="ia-editing-chip" title={`${editors.map(({ name }) => name).join(', ')} works on this row`}>
          <Avatar name={editors[0]!.name} size={18} /> editing
        </span>
      )}
    </span>
  )
}

/** A mark as a toggle of 24 px; its look shows whose it is (rule AGREEMENT-UI-41). */
function MarkCell({ text, column, row, other, onToggle }: CellProps) {
  const { field } = column
  const agreed = row.line.row[field] === true
  const own = text !== ''
  const isPending = own !== (seenIn(row, field) === true)
  const state = isPending ? (row.drafts.has(field) || own !== agreed ? 'typed' : 'agreed') : cellStateOf(row, field)
  const theirs = theirsIn(row, field) === true
  const isOn = state === 'theirs' ? theirs : own
  const words = markWords(state, agreed, isOn, other)
  return (
    <span
      className={markLook(state, agreed, isOn)}
      title={`${fieldTexts[field]}: ${words}`}
      onClick={(event) => !event.shiftKey && event.detail < 2 && onToggle(row, field)}
      onDoubleClick={(event) => {
        event.stopPropagation()
        onToggle(row, field)
      }}
    >
      {column.heading}
      <span className="c-visually-hidden">: {words}</span>
    </span>
  )
}

function markLook(state: CellState, agreed: boolean, isOn: boolean): string {
  const isTakenAway = agreed && !isOn && state !== 'agreed'
  return ['ia-mark', `ia-mark-${state}`, isOn && 'ia-mark-on', isTakenAway && 'ia-mark-off'].filter(Boolean).join(' ')
}

function markWords(state: CellState, agreed: boolean, isOn: boolean, other: string): string {
  const [was, is] = [agreed ? 'yes' : 'no', isOn ? 'yes' : 'no']
  if (state === 'theirs') return `agreed ${was}, ${other} proposes ${is}`
  if (state === 'sent') return `agreed ${was}, your side proposes ${is}`
  return state === 'typed' ? `agreed ${was}, your side has typed ${is} and not sent it` : is
}
