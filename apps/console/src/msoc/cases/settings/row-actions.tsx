import { Button } from '@blueprintjs/core'
import { EditIcon, TrashIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useAction } from '../../../core/call/use-action.ts'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'

interface RowActionsProps {
  readonly name: string
  /** Why this user may not; undefined if they may. */
  readonly refusal: string | undefined
  /** What deleting does to the cases. */
  readonly consequence: string
  readonly onEdit: () => void
  readonly onDelete: () => Promise<unknown>
  readonly onChanged: () => void
}

/** Edit and delete at the end of a row. */
export function RowActions({ name, refusal, consequence, onEdit, onDelete, onChanged }: RowActionsProps) {
  const [asking, setAsking] = useState(false)
  const { busy, problem, run } = useAction()
  const remove = () =>
    run(async () => {
      await onDelete()
      setAsking(false)
      onChanged()
    })
  return (
    <span className="cse-actions">
      <Button
        size="small"
        variant="minimal"
        icon={<EditIcon size={14} />}
        aria-label={`Edit ${name}`}
        title={refusal ?? 'Edit'}
        disabled={refusal !== undefined}
        onClick={onEdit}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<TrashIcon size={14} />}
        aria-label={`Delete ${name}`}
        title={refusal ?? 'Delete'}
        disabled={refusal !== undefined}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        isOpen={asking}
        title={`Delete ${name}?`}
        action="Delete"
        isDanger
        isBusy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {consequence}
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </ConfirmDialog>
    </span>
  )
}
