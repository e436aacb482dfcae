import { Alert, Button } from '@blueprintjs/core'
import { TrashIcon } from '@blueprintjs/icons'
import { Failure } from '@carapace/shared/core/failure'
import { useState } from 'react'
import { messageOf, messagesOf } from '../../../core/call/call.ts'
import { toast } from '../../../core/ui/toast.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { useLiveMap, useLiveMapState } from '../live-map-context.ts'
import { deleteArea, loadAreas } from './areas.ts'
import { type Draft, draftOf } from './draft.ts'

interface RefusedProps {
  readonly draft: Draft
  readonly problem: unknown
  readonly onSettled: () => void
}

/**
 * The server's refusal. After a conflict, the user can load the other version, or deliberately overwrite it (rule
 * MAP-UI-45).
 */
export function Refused({ draft, problem, onSettled }: RefusedProps) {
  const { page } = useLiveMap()
  const theirs = useLiveMapState(({ areas }) => areas.list?.find(({ uuid }) => uuid === draft.saved?.uuid))
  const changed = problem instanceof Failure && problem.code === 'ROW_CHANGED'
  if (!changed)
    return (
      <p className="gf-problem" role="alert">
        {messageOf(problem)}
      </p>
    )

  const settle = async (next: (area: NonNullable<typeof theirs>) => Draft) => {
    await loadAreas(page)
    const area = page.getState().areas.list?.find(({ uuid }) => uuid === draft.saved?.uuid)
    onSettled()
    if (area) page.setState({ draft: next(area) })
  }
  return (
    <div className="gf-problem" role="alert">
      <p>Someone else changed this geofence since you opened it.</p>
      <div className="gf-buttons">
        <Button size="small" onClick={() => void settle(draftOf)}>
          Take theirs
        </Button>
        <Button
          size="small"
          onClick={() => void settle(({ uuid, revision }) => ({ ...draft, saved: { uuid, revision } }))}
        >
          Keep mine
        </Button>
      </div>
    </div>
  )
}

/** The button that deletes an area, after a confirmation. */
export function DeleteArea({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  const { page } = useLiveMap()
  const [isConfirming, setConfirming] = useState(false)
  const remove = () => {
    setConfirming(false)
    deleteArea(page, uuid).then(
      () => toast.success(`Geofence ${name} deleted`),
      (problem: unknown) => toast.error(messagesOf(problem)[0] ?? 'It could not be deleted'),
    )
  }
  return (
    <>
      <IconButton icon={<TrashIcon />} label="Delete the geofence" size="small" onClick={() => setConfirming(true)} />
      <Alert
        isOpen={isConfirming}
        intent="danger"
        icon={<TrashIcon />}
        confirmButtonText="Delete"
        cancelButtonText="Cancel"
        canEscapeKeyCancel
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <p>Delete the geofence {name}? Crossing its outline raises no alerts any more; alerts that there are stay.</p>
      </Alert>
    </>
  )
}
