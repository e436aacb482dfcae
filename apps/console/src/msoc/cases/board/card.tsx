import { ChatIcon, LockIcon, TickCircleIcon, WarningSignIcon } from '@blueprintjs/icons'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { KeyboardEvent } from 'react'
import { number } from '../../../core/format/format.ts'
import { Avatar, NoAvatar } from '../../../core/ui/avatar.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { caseId } from '../list.ts'
import { DueCell } from '../list/due-cell.tsx'

interface CardProps {
  readonly row: Case
  readonly mayMove: boolean
  readonly onOpen: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onDragStart: () => void
  readonly onDragEnd: () => void
}

/** One case on the board. */
export function Card({ row, mayMove, onOpen, onKeyDown, onDragStart, onDragEnd }: CardProps) {
  const { uuid, title, severity, owner, alerts, comments, tasks, need_to_know: isLocked, tags } = row
  return (
    <li>
      <div
        className={`cb-card cs-row-${severity}`}
        data-case={uuid}
        role="button"
        tabIndex={0}
        draggable={mayMove}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', caseId(row))
          onDragStart()
        }}
        onDragEnd={onDragEnd}
      >
        <span className="cb-line">
          <SeverityGlyph severity={severity} label={severity} />
          <span className="mono cs-note">{caseId(row)}</span>
          {isLocked && <LockIcon className="cs-lock" size={12} title="Need to know" />}
          <span className="cs-right">
            {row.stage !== 'CLOSED' && row.timers.sla !== 'none' && <DueCell row={row} />}
          </span>
        </span>
        <span className="cb-title">{title}</span>
        <span className="cb-line cs-note num">
          <Count icon={<WarningSignIcon size={12} />} name="Alerts" text={number(alerts)} />
          {comments > 0 && <Count icon={<ChatIcon size={12} />} name="Comments" text={number(comments)} />}
          {tasks.total > 0 && (
            <Count
              icon={<TickCircleIcon size={12} />}
              name="Tasks done"
              text={`${number(tasks.done)}/${number(tasks.total)}`}
              isLate={tasks.overdue > 0}
            />
          )}
          {tags.length > 0 && <span className="cb-tags">{tags.join(', ')}</span>}
          <span className="cs-right">{owner === null ? <NoAvatar /> : <Avatar name={owner.name} />}</span>
        </span>
      </div>
    </li>
  )
}

interface CountProps {
  readonly icon: React.ReactElement
  readonly name: string
  readonly text: string
  readonly isLate?: boolean
}

function Count({ icon, name, text, isLate = false }: CountProps) {
  return (
    <span className={isLate ? 'cb-count cs-late' : 'cb-count'} title={`${name}: ${text}`}>
      {icon} {text}
    </span>
  )
}
