import type { compareAgreementVersions } from '@carapace/shared/interface-agreement/pages.contract'
import type { z } from 'zod'
import { Changes, FieldChange } from './changes.tsx'

/** What differs between two versions: cover, terms and people, then the rows. */
export function Differences({ difference }: { readonly difference: z.output<typeof compareAgreementVersions.output> }) {
  const { rows, others } = difference
  if (rows.length === 0 && others.length === 0) return <p className="c-say">Nothing differs.</p>
  return (
    <div className="ia-differences">
      {others.length > 0 && (
        <dl className="ia-others">
          {others.map(({ where, before, after }, at) => (
            <FieldChange key={at} name={where} before={before || '–'} after={after || '–'} />
          ))}
        </dl>
      )}
      <Changes rows={rows} />
    </div>
  )
}
