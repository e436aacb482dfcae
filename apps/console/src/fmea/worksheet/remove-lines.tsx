import { useState } from 'react'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { number } from '../../core/format/format.ts'
import { useGridStore } from '../../core/sheet/grid-store.ts'
import { tried, usePageContext } from '../../graph/page/page-context.tsx'
import type { SheetView } from './shown.ts'

/** Asks, then removes the selected lines with their actions; the failures stay, since others may use them. */
export function RemoveLines({ view, onClose }: { readonly view: SheetView; readonly onClose: () => void }) {
  const { program } = usePageContext()
  const { range } = useGridStore().getState()
  const [isBusy, setBusy] = useState(false)
  const lines = range ? view.rows.slice(range.top, range.bottom + 1) : []
  const going = new Set(lines.map(({ row }) => row.uuid))
  const others = new Set(
    view.all.filter(({ row }) => !going.has(row.uuid)).flatMap(({ actions }) => actions.map(({ uuid }) => uuid)),
  )
  const actions = new Map(lines.flatMap(({ actions: of }) => of.map((one) => [one.uuid, one] as const)))
  const ending = [...actions.values()].filter(({ uuid }) => !others.has(uuid))
  const remove = async () => {
    setBusy(true)
    await tried(() => program.remove([...lines.map(({ row }) => row), ...ending]))
    setBusy(false)
    onClose()
  }
  const count = `${number(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}`
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${count}?`}
      action="Remove"
      isDanger
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {ending.length > 0 && `${number(ending.length)} of their actions end with them. `}
      Their history stays, and so do their failures. This cannot be undone.
    </ConfirmDialog>
  )
}
