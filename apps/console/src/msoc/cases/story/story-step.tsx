import { Button } from '@blueprintjs/core'
import { CrossIcon, DragHandleVerticalIcon, EditIcon } from '@blueprintjs/icons'
import { deleteStoryEntry, type StoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { zonedDateTime } from '../../../core/format/format.ts'
import { Markdown } from '../../../core/ui/markdown.tsx'
import type { useReorder } from '../../../core/ui/reorder.ts'
import { useCasePage } from '../page-context.tsx'
import { StoryForm } from './story-form.tsx'

interface StoryStepProps {
  readonly entry: StoryEntry
  readonly place: number
  readonly reorder: ReturnType<ReturnType<typeof useReorder>['propsOf']>
}

/** One step of the story. */
export function StoryStep({ entry, place, reorder }: StoryStepProps) {
  const { detail, refusal, run } = useCasePage()
  const [editing, setEditing] = useState(false)
  const { uuid, title, at, note, tactic } = entry
  const { draggable, onDragStart, onDragEnd, onKeyDown, ...target } = reorder
  const remove = () => void run(() => call(deleteStoryEntry, { case_uuid: detail.case.uuid, uuid }))
  return (
    <li {...target}>
      <span
        className="cs-grip"
        role="button"
        tabIndex={refusal === undefined ? 0 : -1}
        aria-label={`Move step ${place}, ${title}: Alt and the arrows, or drag`}
        draggable={draggable}
        onDragStart={onDragStart}
        onDragEnd={onDragEnd}
        onKeyDown={onKeyDown}
      >
        <DragHandleVerticalIcon size={14} />
        <span className="cs-place num">{place}</span>
      </span>
      <div className="cs-step">
        <p className="cs-step-head">
          <strong>{title}</strong>
          <Reference entry={entry} />
          {tactic !== '' && <span className="c-badge c-tone-grey">{tactic}</span>}
          <span className="cs-note num cs-right">{zonedDateTime(at)}</span>
          {refusal === undefined && (
            <>
              <Button
                size="small"
                variant="minimal"
                icon={<EditIcon size={12} />}
                aria-label={`Edit step ${place}`}
                onClick={() => setEditing(!editing)}
              />
              <Button
                size="small"
                variant="minimal"
                icon={<CrossIcon size={12} />}
                aria-label={`Remove step ${place}`}
                onClick={remove}
              />
            </>
          )}
        </p>
        {editing ? <StoryForm of={entry} onDone={() => setEditing(false)} /> : note !== '' && <Markdown text={note} />}
      </div>
    </li>
  )
}

/** A link to what the step shows. */
function Reference({ entry: { reference, at } }: { readonly entry: StoryEntry }) {
  const { detail } = useCasePage()
  switch (reference.kind) {
    case 'alert': {
      const alert = detail.alerts.find(({ uuid }) => uuid === reference.alert_uuid)
      return (
        <Link
          className="mono"
          to="/org/msoc/dashboard/alert-management/general"
          search={{ alert: reference.alert_uuid } as never}
        >
          {alert === undefined ? 'alert' : `ALR-${alert.number}`}
        </Link>
      )
    }
    case 'event':
      return (
        <Link
          to="/org/msoc/dashboard/analyzers/default-view"
          search={{ vehicle: reference.vehicle, at: Date.parse(at) } as never}
        >
          <span className="mono">{reference.vehicle}</span> {reference.type}
        </Link>
      )
    case 'evidence':
      return <span className="cs-note">evidence</span>
    case 'change':
      return <span className="cs-note">timeline</span>
    case 'note':
      return null
  }
}
