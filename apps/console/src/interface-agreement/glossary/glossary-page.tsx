import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementSearch } from '../search.ts'

/** The glossary of an agreement. */
export function GlossaryPage({ search }: { readonly search: AgreementSearch }) {
  return (
    <AgreementFrame title="Glossary" search={search}>
      {() => null}
    </AgreementFrame>
  )
}
