import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useState } from 'react'
import { toast } from '../../core/ui/toast.ts'
import { StepDialog } from './step-dialog.tsx'
import { silenceLike } from './step-draft.ts'

/** The dialog that silences alerts like this one (rule ALERT-PIPELINE-UI-5). */
export function SilenceLike({ alert, onClose }: { readonly alert: Alert; readonly onClose: () => void }) {
  const [initial] = useState(() => silenceLike(alert, Date.now()))
  return (
    <StepDialog
      title="Silence alerts like this"
      initial={initial}
      onSaved={({ suppressed }) => toast.success(`Silenced. Open alerts that are suppressed now: ${suppressed}`)}
      onClose={onClose}
    />
  )
}
