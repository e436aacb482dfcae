import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementSearch } from '../search.ts'

/** The team of both sides. */
export function TeamPage({ search }: { readonly search: AgreementSearch }) {
  return (
    <AgreementFrame title="CyberSecurity Team" search={search}>
      {() => null}
    </AgreementFrame>
  )
}
