import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementSearch } from '../search.ts'

/** The cover of an agreement. */
export function CoverPage({ search }: { readonly search: AgreementSearch }) {
  return (
    <AgreementFrame title="CIA Cover" search={search}>
      {() => null}
    </AgreementFrame>
  )
}
