import { Button } from '@blueprintjs/core'
import { getPlaybook, type Playbook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { call } from '../../../core/call/call.ts'
import { save } from '../../../core/call/download.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { type ExchangedPlaybook, exported } from './exchange.ts'

/** Saves the listed playbooks, in their latest versions, as one JSON file (rule PLAYBOOK-UI-4). */
export function ExportButton({ rows }: { readonly rows: readonly Playbook[] }) {
  const action = useAction()
  const run = () =>
    action.run(async () => {
      const playbooks: ExchangedPlaybook[] = []
      for (const { uuid } of rows) {
        const { playbook, trigger, graph } = await call(getPlaybook, { uuid })
        const { name, description, tags } = playbook
        playbooks.push({ name, description, tags, trigger, graph })
      }
      save(new Blob([exported(playbooks)], { type: 'application/json' }), 'playbooks.json')
    })
  return (
    <>
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
      <Button
        size="small"
        variant="outlined"
        text="Export"
        disabled={rows.length === 0}
        loading={action.busy}
        title="The listed playbooks as a JSON file"
        onClick={() => void run()}
      />
    </>
  )
}
