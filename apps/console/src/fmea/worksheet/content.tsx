import { useMemo } from 'react'
import type { SheetContent } from '../../core/sheet/sheet-content.ts'
import { session } from '../../core/session/session.ts'
import { usePageContext } from '../../graph/page/page-context.tsx'
import type { LineColumn } from './columns.ts'
import type { SheetLine } from './lines.ts'
import { optionsFor } from './options.ts'
import { cellIn } from './sheet.ts'

/** How the worksheet draws its lines. */
export function useSheetContent(
  newUuid: () => string,
  onOpen: (uuid: string) => void,
): SheetContent<SheetLine, LineColumn> {
  const { program } = usePageContext()
  return useMemo(
    () => ({
      cellIn,
      nameOf: ({ row }) => row.code,
      adding: { name: 'new line', title: 'Type here to add a line', newKey: newUuid },
      lead: (entry) => <LineNumber entry={entry} onOpen={onOpen} />,
      draw,
      optionsFor: (column, typed) => optionsFor(program.state.getState(), column, typed),
      isByOthers,
    }),
    [program, newUuid, onOpen],
  )
}

interface LineNumberProps {
  readonly entry: SheetLine
  readonly onOpen: (uuid: string) => void
}

function LineNumber({ entry: { row, suspects }, onOpen }: LineNumberProps) {
  return (
    <button type="button" tabIndex={-1} aria-label={`${row.number}: open ${row.code}`} onClick={() => onOpen(row.uuid)}>
      {row.number}
      {suspects > 0 && <i className="fw-suspect" title={`${suspects} suspect ${suspects === 1 ? 'link' : 'links'}`} />}
      {row.comments > 0 && <i className="fw-comments" title={`${row.comments} open comments`} />}
    </button>
  )
}

/** A priority as a chip; an action with how many more there are. */
function draw(text: string, { key }: LineColumn, entry: SheetLine | undefined) {
  const more = key === 'action' && entry ? entry.actions.length - 1 : 0
  return (
    <>
      {key.startsWith('priority') && text !== '' ? <span className={`fw-chip fw-ap-${text}`}>{text}</span> : text}
      {more > 0 && <span className="fw-more"> +{more}</span>}
    </>
  )
}

/** Whether what changed in a line was changed by somebody else. */
function isByOthers(before: SheetLine, now: SheetLine): boolean {
  const me = session.getState().user?.uuid
  const of = ({ row, effect, mode, cause, actions }: SheetLine) => [row, effect, mode, cause, ...actions]
  const earlier = new Set(of(before))
  return of(now).some((one) => one && !earlier.has(one) && one.updated_by?.uuid !== me)
}
