import {
  getSoftwarePolicies,
  saveSoftwarePolicies,
  type SoftwarePolicies,
} from '@carapace/shared/sbom/policies.contract'
import { call } from '../../core/call/call.ts'
import { accept, useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { useRefusal } from '../../core/session/may.ts'
import { toast } from '../../core/ui/toast.ts'

/** The organisation's policies, and how to change a part of them. */
export function usePolicies() {
  const { data, problem, refetch } = useEndpoint(getSoftwarePolicies, {})
  const action = useAction()
  const policies = data?.policies
  const save = (change: Partial<Pick<SoftwarePolicies, 'licences' | 'quality'>>) =>
    action.run(async () => {
      const saved = await call(saveSoftwarePolicies, { revision: policies?.revision ?? 0, ...change })
      accept(getSoftwarePolicies, {}, { policies: saved.policies })
      toast.success('The policy is saved.')
    })
  return { policies, problem, refetch, save, action, refusal: useRefusal(saveSoftwarePolicies) }
}
