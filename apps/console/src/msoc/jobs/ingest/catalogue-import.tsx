import { Button } from '@blueprintjs/core'
import { importEventCatalogue } from '@carapace/shared/msoc/ingest/ingest.contract'
import { type SubmitEvent, useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { catalogueFormat } from './catalogue-format.ts'

/** Imports a platform's event catalogue from a file, completely or not at all. */
export function CatalogueImport() {
  const refusal = useRefusal(importEventCatalogue)
  const [platform, setPlatform] = useState('')
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ readonly isProblem: boolean; readonly text: string }>()

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (file === undefined) return
    setBusy(true)
    try {
      const { imported } = await call(importEventCatalogue, {
        platform,
        format: catalogueFormat(file.name),
        text: await file.text(),
      })
      setNotice({ isProblem: false, text: `${number(imported)} events are known now.` })
    } catch (thrown) {
      setNotice({ isProblem: true, text: messageOf(thrown) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="c-panel" aria-label="Event catalogue">
      <div className="c-panel-head">
        <h2>Event catalogue</h2>
        <span className="c-note">CSV, JSON or ARXML</span>
      </div>
      <form className="c-form" onSubmit={(event) => void send(event)}>
        <label className="c-field">
          Vehicle platform
          <input
            className="bp6-input"
            value={platform}
            maxLength={100}
            placeholder="all without one of their own"
            disabled={refusal !== undefined}
            onChange={(event) => setPlatform(event.target.value)}
          />
        </label>
        <label className="c-field">
          File
          <input
            className="jb-file"
            type="file"
            accept=".csv,.json,.arxml,.xml"
            disabled={refusal !== undefined}
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        </label>
        {notice !== undefined && (
          <p className={notice.isProblem ? 'c-problem' : 'c-say'} role={notice.isProblem ? 'alert' : 'status'}>
            {notice.text}
          </p>
        )}
        <p className="c-form-foot">
          {refusal === undefined ? (
            <Button type="submit" size="small" variant="outlined" loading={busy} disabled={file === undefined}>
              Replace the catalogue
            </Button>
          ) : (
            <span className="c-note">{refusal}</span>
          )}
        </p>
      </form>
    </section>
  )
}
