import { listRuleFields } from '@carapace/shared/msoc/rules/rules.contract'
import { useEndpoint } from '../../../core/call/query.ts'

/** The most fields that the form suggests. */
const mostFields = 500

/** The fields of a service, as suggestions for the form's inputs. */
export function FieldNames({ id, service }: { readonly id: string; readonly service: string }) {
  const { data } = useEndpoint(listRuleFields, { ...(service !== '' && { service }), limit: mostFields })
  return (
    <datalist id={id}>
      {data?.fields.map(({ name, description }) => (
        <option key={name} value={name} label={description} />
      ))}
    </datalist>
  )
}
