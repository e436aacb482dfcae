import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { importTable } from '@carapace/shared/lifecycle/exchange.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { messageOf, uploadFile } from '../core/call.ts'
import { number } from '../core/format.ts'
import { Dialog } from '../core/ui/dialog.tsx'
import { toast } from '../core/ui/toast.ts'
import { useDesk } from './desk.tsx'
import { linkSides } from './link-sides.ts'
import '../core/ui/form.css'

type Answer = z.output<typeof importTable.output>
type Mapping = Answer['mapping']

interface Asked {
  readonly sheet?: string
  readonly mapping?: Mapping
}

/** Reads a table in: a file, what its columns mean, what would come of it, and then for good (rule CG12). */
export function ImportDialog({ kind, onClose }: { readonly kind: string; readonly onClose: () => void }) {
  const { program: { programUuid }, search } = useDesk()
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<Answer>()
  const [sheet, setSheet] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { plural } = artefactKindNamed(kind)!

  async function ask(from: File, { sheet, mapping }: Asked, isDry: boolean): Promise<void> {
    setBusy(true)
    setSheet(sheet)
    setProblem(undefined)
    try {
      const input = { program_uuid: programUuid, kind, form: formOf(from.name), dry_run: String(isDry), ...(search.projectId !== undefined && { project_uuid: search.projectId }), ...(sheet !== undefined && { sheet }), ...(mapping && { mapping: JSON.stringify(mapping) }) }
      const said = await uploadFile(importTable, input, from, { onProgress: () => undefined })
      if (isDry) setAnswer(said)
      else {
        toast.success(`${plural} are being read in. The Jobs page says how far it is.`)
        onClose()
      }
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
    setBusy(false)
  }

  return (
    <Dialog className="gr-import" isOpen title={`Import ${plural.toLowerCase()}`} onClose={onClose}>
      <DialogBody>
        <label className="c-field">
          File
          <input
            type="file" accept=".xlsx,.csv,.reqif,.json"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              setFile(chosen)
              setAnswer(undefined)
              if (chosen) void ask(chosen, {}, true)
            }}
          />
          <span className="c-note">XLSX or CSV with a heading row{kind === 'requirement' && ', or ReqIF'}. Nothing is written before you say so.</span>
        </label>
        {file && answer && <Mapped kind={kind} answer={answer} isBusy={busy} sheet={sheet} onAsk={(asked) => void ask(file, asked, true)} />}
        {problem !== undefined && <p className="c-problem" role="alert">{problem}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>Cancel</Button>
            <Button intent="primary" loading={busy} disabled={!file || !answer || answer.made + answer.changed === 0} onClick={() => file && answer && void ask(file, { mapping: answer.mapping, ...(sheet !== undefined && { sheet }) }, false)}>Import</Button>
          </>
        }
      />
    </Dialog>
  )
}

function formOf(name: string): 'xlsx' | 'csv' | 'reqif' | 'json' {
  const ending = name.toLowerCase().split('.').pop()
  return ending === 'csv' || ending === 'json' || ending === 'reqif' ? ending : 'xlsx'
}

interface MappedProps {
  readonly kind: string
  readonly answer: Answer
  readonly isBusy: boolean
  readonly sheet: string | undefined
  readonly onAsk: (asked: Asked) => void
}

function Mapped({ kind, answer, isBusy, sheet, onAsk }: MappedProps) {
  const { sheets, columns, mapping, rows, made, changed, same, refused, refused_total: refusals, sample } = answer
  const options = [{ value: '', label: 'Leave out' }, ...targetsOf(kind)]
  return (
    <div className="gr-mapped" aria-busy={isBusy}>
      {sheets.length > 1 && <label className="c-field">Sheet<HTMLSelect value={sheet} options={[...sheets]} onChange={(event) => onAsk({ sheet: event.currentTarget.value })} /></label>}
      <div className="gr-mapping">
        <table className="c-table">
          <thead><tr><th scope="col">Column of the file</th><th scope="col">Is</th></tr></thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column}>
                <td>{column}</td>
                <td><HTMLSelect aria-label={`What ${column} is`} value={mapping[column] ?? ''} options={options} onChange={(event) => onAsk({ ...(sheet !== undefined && { sheet }), mapping: { ...mapping, [column]: event.currentTarget.value || null } })} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="c-say num" role="status">{number(rows)} rows: {number(made)} new, {number(changed)} changed, {number(same)} as they are, {number(refusals)} refused.</p>
      {refused.length > 0 && <ul className="gr-refused">{refused.slice(0, 20).map(({ row, reason }) => <li key={row}>Row {row}: {reason}</li>)}</ul>}
      {sample.length > 0 && <ul className="gr-sample" aria-label="The first rows">{sample.slice(0, 5).map(({ row, deed, title }) => <li key={row}><b>{deed === 'made' ? 'New' : deed === 'changed' ? 'Changed' : 'Same'}</b> {title}</li>)}</ul>}
    </div>
  )
}

/** What a column may be taken for. */
function targetsOf(kind: string): { value: string; label: string }[] {
  const fields = Object.entries(artefactKindNamed(kind)!.fields).filter(([, { input }]) => input !== 'own').map(([value, { title }]) => ({ value, label: title }))
  const links = linkSides(kind).map(({ title, side, links: [link] }) => ({ value: `link:${link}:${side === 'upstream' ? 'from' : 'to'}`, label: `Link: ${title.toLowerCase()}` }))
  return [{ value: 'title', label: 'Title' }, { value: 'code', label: 'Id' }, { value: 'status', label: 'Status' }, ...fields, ...links]
}
