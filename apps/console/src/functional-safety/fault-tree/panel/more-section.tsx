import { TextArea } from '@blueprintjs/core'
import { type FaultNode, nodeId } from '@carapace/shared/functional-safety/fault-tree/tree'
import { useState } from 'react'
import { toast } from '../../../core/ui/toast.ts'
import { useFaultTreeContext } from '../editor-context.ts'
import { nodeOf, renamed, withWords } from '../edits.ts'
import { IdInput, Section } from './section.tsx'

export function MoreSection({ node }: { readonly node: FaultNode }) {
  const { run, refusal, tree, reveal } = useFaultTreeContext()
  const [note, setNote] = useState<string>()
  const rename = (to: string) => {
    if (to === node.id) return
    if (!nodeId.safeParse(to).success) return toast.error('Letters, digits, _ and single hyphens; a letter first.')
    if (nodeOf(tree, to)) return toast.error(`There is a node ${to} already.`)
    if (run(`Rename ${node.id} to ${to}`, (now) => renamed(now, node.id, to))) setTimeout(() => reveal(to))
  }
  return (
    <Section title="More">
      <IdInput label="Id" id={node.id} isReadOnly={refusal !== undefined} onChange={rename} />
      <label className="te-label" htmlFor="ft-note">
        Note
      </label>
      <TextArea
        id="ft-note"
        className="te-wide te-note"
        maxLength={2_000}
        readOnly={refusal !== undefined}
        value={note ?? node.note}
        onChange={(event) => setNote(event.target.value)}
        onBlur={() => {
          if (note !== undefined && note !== node.note)
            run(`Note on ${node.id}`, (now) => withWords(now, node.id, { note }))
          setNote(undefined)
        }}
      />
    </Section>
  )
}
