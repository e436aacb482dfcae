import { DownloadIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { toast } from '../../core/ui/toast.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'

/** Exports a list as a file: all rows that match its filters, in its order (rule PROGRAM-LIST-4). */
export function ExportButton({ of, take }: { readonly of: string; readonly take: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await take().catch((problem: unknown) => toast.error(messageOf(problem)))
    setBusy(false)
  }
  return (
    <IconButton
      icon={<DownloadIcon />}
      label={`Export these ${of} as CSV`}
      disabled={busy}
      onClick={() => void save()}
    />
  )
}
