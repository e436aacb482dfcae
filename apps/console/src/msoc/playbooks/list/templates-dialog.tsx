import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { isNodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeTypes } from '@carapace/shared/msoc/playbooks/node-types'
import { listPlaybookTemplates, type PlaybookTemplate } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { matches } from '../../../core/palette/palette.ts'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { NodeIcon } from '../node-icons.tsx'
import { counted, triggerText } from '../words.ts'

/**
 * The shipped playbooks with what each does; one of them opens in the editor, to be saved as a copy (PLAYBOOK-UI-3).
 */
export function TemplatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, problem, refetch } = useEndpoint(listPlaybookTemplates, {})
  const [words, setWords] = useState('')
  return (
    <Dialog className="pb-gallery-dialog" isOpen title="Templates" onClose={onClose}>
      <DialogBody>
        <input
          className="bp6-input pb-gallery-search"
          type="search"
          aria-label="Search templates"
          placeholder="Search by name, description or tag"
          autoFocus
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Loaded
          what="The templates"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={6} columns={['1fr', '1fr']} rowHeight={80} />}
        >
          {({ templates }) => {
            const found = templates.filter(
              ({ name, description, tags }) =>
                words.trim() === '' || matches(words.trim(), name, description, tags.join(' ')),
            )
            return found.length === 0 ? (
              <p className="c-note">No template matches.</p>
            ) : (
              <ul className="pb-gallery" aria-label="Templates">
                {found.map((template) => (
                  <TemplateCard key={template.key} template={template} onUsed={onClose} />
                ))}
              </ul>
            )
          }}
        </Loaded>
      </DialogBody>
      <DialogFooter actions={<Button variant="outlined" text="Close" onClick={onClose} />} />
    </Dialog>
  )
}

interface TemplateCardProps {
  readonly template: PlaybookTemplate
  readonly onUsed: () => void
}

function TemplateCard({ template: { key, name, description, trigger, graph }, onUsed }: TemplateCardProps) {
  const navigate = useNavigate()
  const types = [...new Set(graph.nodes.map(({ type }) => type))].filter(isNodeType)
  const use = () => {
    onUsed()
    void navigate({ to: '/org/msoc/dashboard/playbooks/edit', search: { template: key } as never })
  }
  return (
    <li className="pb-template">
      <h3>{name}</h3>
      <p className="pb-template-about">{description}</p>
      <p className="c-note">
        {triggerText(trigger)} · <span className="num">{counted(graph.nodes.length, 'step')}</span>
      </p>
      <div className="pb-template-foot">
        <span className="pb-template-types">
          {types.slice(0, 9).map((type) => (
            <span key={type} title={nodeTypes[type].title}>
              <NodeIcon type={type} />
            </span>
          ))}
        </span>
        <Button size="small" variant="outlined" text="Use" aria-label={`Use ${name}`} onClick={use} />
      </div>
    </li>
  )
}
