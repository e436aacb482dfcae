import { RedoIcon, UndoIcon } from '@blueprintjs/icons'
import { IconButton } from './tooltip.tsx'

interface UndoButtonsProps {
  /** What can be undone, and done again: the last one is the next. */
  readonly past: readonly { readonly label: string }[]
  readonly future: readonly { readonly label: string }[]
  /** Why the user may not change anything; undefined if they may. */
  readonly refusal: string | undefined
  readonly onUndo: () => void
  readonly onRedo: () => void
}

/** Undo and redo in the head of an editor, each with what it would do. */
export function UndoButtons({ past, future, refusal, onUndo, onRedo }: UndoButtonsProps) {
  return (
    <>
      <IconButton
        icon={<UndoIcon />}
        label={past.length > 0 ? `Undo: ${past.at(-1)!.label}` : 'Nothing to undo'}
        keys="Ctrl-Z"
        disabled={past.length === 0 || refusal !== undefined}
        onClick={onUndo}
      />
      <IconButton
        icon={<RedoIcon />}
        label={future.length > 0 ? `Redo: ${future.at(-1)!.label}` : 'Nothing to redo'}
        keys="Ctrl-Y"
        disabled={future.length === 0 || refusal !== undefined}
        onClick={onRedo}
      />
    </>
  )
}
