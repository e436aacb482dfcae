import { deletePlaybook, enablePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { toast } from '../../../core/ui/toast.ts'
import type { SavedPlaybook } from './saved.ts'

export interface PlaybookActions {
  readonly busy: boolean
  readonly problem: string | undefined
  /** Enables a version; null disables the playbook. */
  readonly enable: (version: number | null) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Enables, disables and deletes a saved playbook. */
export function usePlaybookActions(saved: SavedPlaybook | undefined, onChanged: () => void): PlaybookActions {
  const action = useAction()
  const navigate = useNavigate()
  const named = saved && { uuid: saved.playbook.uuid, revision: saved.playbook.revision }
  return {
    busy: action.busy,
    problem: action.problem,
    enable: (version) =>
      action.run(async () => {
        if (named === undefined) return
        const { playbook } = await call(enablePlaybook, { ...named, version })
        toast.success(version === null ? `${playbook.name} is disabled.` : `Version ${version} is enabled.`)
        onChanged()
      }),
    remove: () =>
      action.run(async () => {
        if (named === undefined) return
        await call(deletePlaybook, named)
        toast.success(`${saved!.playbook.name} is deleted.`)
        // the page is left without the question about unsaved changes
        await navigate({ to: '/org/msoc/dashboard/playbooks', search: {}, ignoreBlocker: true })
      }),
  }
}
