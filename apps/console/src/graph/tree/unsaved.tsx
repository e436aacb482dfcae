import { Button } from '@blueprintjs/core'
import { messageOf } from '../../core/call/call.ts'

interface UnsavedProps {
  /** Why the last change is not saved; undefined: it is. */
  readonly problem: unknown
  readonly onSave: () => void
}

/** Tells that the last change of a tree is not saved, and saves it again. */
export function Unsaved({ problem, onSave }: UnsavedProps) {
  if (problem === undefined) return null
  return (
    <p className="te-unsaved" role="alert">
      The last change is not saved: {messageOf(problem)}{' '}
      <Button size="small" variant="outlined" onClick={onSave}>
        Save again
      </Button>
    </p>
  )
}
