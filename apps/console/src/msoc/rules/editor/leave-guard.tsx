import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'

/** Asks before the page is left with unsaved text, for another page or with the browser's tab (rule RULE-UI-14). */
export function LeaveGuard({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // other panels and views of the same page have the same path
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      isDanger
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      The changes of this text are lost.
    </ConfirmDialog>
  )
}
