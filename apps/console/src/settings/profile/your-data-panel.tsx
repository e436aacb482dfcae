import { Button } from '@blueprintjs/core'
import { DownloadIcon, TrashIcon } from '@blueprintjs/icons'
import { exportMyData } from '@carapace/shared/account/team.contract'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { save } from '../../core/call/download.ts'
import { toast } from '../../core/ui/toast.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** As the privacy policy promises: a copy of the user's personal data, and its erasure. */
export function YourDataPanel() {
  const [busy, setBusy] = useState(false)
  const [erasing, setErasing] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const mine = await call(exportMyData, {})
      save(
        new Blob([JSON.stringify(mine, null, 2)], { type: 'application/json' }),
        `my-data-${mine.exported_at.slice(0, 10)}.json`,
      )
    } catch (thrown) {
      toast.error(messageOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="c-panel" aria-label="Your data">
      <div className="c-panel-head">
        <h2>Your data</h2>
      </div>
      <p className="st-text">All data that is kept about you, as a JSON file to download.</p>
      <div className="st-acts">
        <Button size="small" variant="outlined" icon={<DownloadIcon />} loading={busy} onClick={() => void take()}>
          Download my data
        </Button>
      </div>
      <p className="st-text">
        Erasing your account removes your name, your address and everything else that is about you. What you did for the
        organisation stays, as a former member's.
      </p>
      <div className="st-acts">
        <Button size="small" variant="outlined" intent="danger" icon={<TrashIcon />} onClick={() => setErasing(true)}>
          Erase my account
        </Button>
      </div>
      <EraseDialog isOpen={erasing} onClose={() => setErasing(false)} />
    </section>
  )
}
