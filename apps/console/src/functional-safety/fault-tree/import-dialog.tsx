import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { ImportIcon } from '@blueprintjs/icons'
import type { ImportedTree } from '@carapace/shared/functional-safety/fault-tree/imported-tree'
import { useRef, useState } from 'react'
import { number } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { tried, usePageContext } from '../../graph/page/page-context.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { type FilesRead, readTreeFiles } from './import-file.ts'
import { counted } from './words.ts'
import '../../core/ui/form.css'
import './fault-tree.css'

/** Opens the dialog that imports a fault tree from a file. */
export function ImportButton() {
  const { refusal } = usePageContext()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActButton icon={<ImportIcon />} refusal={refusal} onClick={() => setOpen(true)}>
        Import tree
      </ActButton>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Reads a CSV file or the documents of an Open-PSA model, shows what is in them or all that is wrong, and makes a fault
 * tree of it when that is asked for (rule FTA-UI-13).
 */
function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { program, search, go } = usePageContext()
  const [files, setFiles] = useState<readonly File[]>([])
  const [read, setRead] = useState<FilesRead>()
  const [isBusy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const model = read && 'model' in read ? read.model : undefined

  const last = useRef(0)
  const look = async (at: readonly File[], top?: string) => {
    const own = ++last.current
    setFiles(at)
    setRead(undefined)
    if (at.length === 0) return
    const found = await readTreeFiles(at, top)
    // another file was chosen meanwhile
    if (own === last.current) setRead(found)
  }
  const store = async () => {
    if (!model) return
    const title = (model.title || files[0]!.name.replace(/\.[a-z]+$/i, '')).slice(0, 200)
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
    <Dialog className="ft-import" isOpen title="Import a fault tree" onClose={onClose}>
      <DialogBody>
        <p className="c-note">
          The XML of an Open-PSA model, in one document or several, or a CSV file as a tree exports it. Nothing is
          written before you import it.
        </p>
        <Button variant="outlined" onClick={() => chooser.current?.click()}>
          {files.length === 0 ? 'Choose files' : files.map(({ name }) => name).join(', ')}
        </Button>
        <input
          ref={chooser}
          hidden
          multiple
          type="file"
          accept=".xml,.opsa,.csv,text/xml,application/xml,text/csv"
          aria-label="Files of the tree"
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])]
            void tried(() => look(chosen))
            event.target.value = ''
          }}
        />
        {model && <Preview model={model} onTop={(top) => void tried(() => look(files, top))} />}
        {read && 'problems' in read && <Problems problems={read.problems} />}
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

function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 1)
    return (
      <p className="c-problem" role="alert">
        {problems[0]}
      </p>
    )
  return (
    <div className="c-problem" role="alert">
      <p>Correct this, and choose the file again:</p>
      <ul className="ft-problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}

function Preview({
  model: { tree, tops, notes },
  onTop,
}: {
  readonly model: ImportedTree
  readonly onTop: (top: string) => void
}) {
  const { program } = usePageContext()
  const artefacts = useGraph(program, (graph) => graph.artefacts)
  const gates = tree.nodes.filter(({ kind }) => kind === 'gate').length
  const lost = tree.nodes.filter((node) => node.kind === 'transfer' && !artefacts.has(node.tree)).map(({ id }) => id)
  return (
    <>
      <p>
        {counted(gates, 'gate')}, {counted(tree.nodes.length - gates, 'event')},{' '}
        {counted(tree.groups.length, 'common-cause group')}, {counted(tree.parameters.length, 'parameter')}; mission
        time {number(tree.missionTime)} h.
      </p>
      {tops.length > 1 && (
        <label className="c-field">
          Top event
          <HTMLSelect
            fill
            value={tree.top}
            options={tops.slice(0, 200)}
            onChange={(event) => onTop(event.currentTarget.value)}
          />
        </label>
      )}
      <ul className="c-note">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {lost.length > 0 && (
          <li>
            Transfers from trees that this program does not have: {lost.slice(0, 20).join(', ')}
            {lost.length > 20 && ` and ${number(lost.length - 20)} more`}. The tree is not computed until they lead to
            one.
          </li>
        )}
      </ul>
    </>
  )
}
