import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { ImportIcon } from '@blueprintjs/icons'
import {
  type OpenPsaDocument,
  type OpenPsaModel,
  readOpenPsa,
} from '@carapace/shared/functional-safety/fault-tree/open-psa/read-open-psa'
import { useRef, useState } from 'react'
import { number } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { tried, usePageContext } from '../../graph/page/page-context.tsx'
import { counted } from './words.ts'
import '../../core/ui/form.css'

/** Opens the dialog that imports a fault tree from Open-PSA MEF. */
export function ImportButton() {
  const { refusal } = usePageContext()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActButton icon={<ImportIcon />} refusal={refusal} onClick={() => setOpen(true)}>
        Open-PSA
      </ActButton>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

type Read = { readonly model: OpenPsaModel } | { readonly why: string }

/** Reads one or more Open-PSA documents, shows what is in them, and makes a fault tree of it (rule FTA-UI-13). */
function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { program, search, go } = usePageContext()
  const [documents, setDocuments] = useState<readonly OpenPsaDocument[]>([])
  const [read, setRead] = useState<Read>()
  const [isBusy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const model = read && 'model' in read ? read.model : undefined

  const reread = (from: readonly OpenPsaDocument[], top?: string) => {
    const answer = readOpenPsa(from, top === undefined ? {} : { top })
    setRead(answer.ok ? { model: answer.value } : { why: answer.reason })
  }
  const choose = async (files: readonly File[]) => {
    const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))
    setDocuments(texts)
    reread(texts)
  }
  const store = async () => {
    if (!model) return
    const title = (model.title || documents[0]!.name.replace(/\.[a-z]+$/i, '')).slice(0, 200)
    setBusy(true)
    const done = await tried(async () => {
      const [made] = await program.save({
        artefacts: [
          {
            kind: 'fault-tree',
            new_uuid: crypto.randomUUID(),
            title,
            fields: { tree: model.tree },
            ...(search.projectId !== undefined && { project_uuid: search.projectId }),
          },
        ],
      })
      if (made) go({ open: made.code })
    })
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog isOpen title="Import a fault tree" onClose={onClose}>
      <DialogBody>
        <p className="c-note">Open-PSA Model Exchange Format, one document or the several documents of one model.</p>
        <Button variant="outlined" onClick={() => chooser.current?.click()}>
          {documents.length === 0 ? 'Choose files' : documents.map(({ name }) => name).join(', ')}
        </Button>
        <input
          ref={chooser}
          hidden
          multiple
          type="file"
          accept=".xml,.opsa,text/xml,application/xml"
          aria-label="Open-PSA files"
          onChange={(event) => {
            void tried(() => choose([...(event.target.files ?? [])]))
            event.target.value = ''
          }}
        />
        {model && <Preview model={model} onTop={(top) => reread(documents, top)} />}
        {read && 'why' in read && (
          <p className="c-problem" role="alert">
            {read.why}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button intent="primary" disabled={!model || isBusy} onClick={() => void store()}>
              Import
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

function Preview({
  model: { tree, tops, notes },
  onTop,
}: {
  readonly model: OpenPsaModel
  readonly onTop: (top: string) => void
}) {
  const gates = tree.nodes.filter(({ kind }) => kind === 'gate').length
  return (
    <>
      <p>
        {counted(gates, 'gate')}, {counted(tree.nodes.length - gates, 'event')},{' '}
        {counted(tree.groups.length, 'common-cause group')}, {counted(tree.parameters.length, 'parameter')}; mission
        time {number(tree.missionTime)} h.
      </p>
      {tops.length > 1 && (
        <HTMLSelect
          fill
          aria-label="Top event"
          value={tree.top}
          options={tops.slice(0, 200)}
          onChange={(event) => onTop(event.currentTarget.value)}
        />
      )}
      <ul className="c-note">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  )
}
