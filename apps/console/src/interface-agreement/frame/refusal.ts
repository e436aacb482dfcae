import { type Agreement, saveAgreementCells } from '@carapace/shared/interface-agreement/agreements.contract'
import { useRefusal } from '../../core/session/may.ts'

/** Why the user may not change anything in an agreement; undefined: they may (rule AGREEMENT-UI-4). */
export function useAgreementRefusal({ may_edit: mayEdit, access }: Pick<Agreement, 'may_edit' | 'access'>) {
  const ofRole = useRefusal(saveAgreementCells)
  if (ofRole !== undefined) return ofRole
  if (mayEdit) return undefined
  return access === 'third-party'
    ? 'You take part as a third party: you can look at the rows that you are invited for.'
    : 'Only members of the cybersecurity team can change this.'
}
