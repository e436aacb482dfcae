interface Signature {
  readonly present?: boolean
  readonly verified?: boolean | 'unsupported'
  readonly algorithm?: string
  readonly fingerprint?: string
  readonly reason?: string
}

/** Whether a document is signed, and whether the signature holds. */
export function SignatureFact({ signature }: { readonly signature: unknown }) {
  const { present, verified, algorithm, fingerprint, reason } = (signature ?? {}) as Signature
  if (present === undefined) return null
  return (
    <div>
      <dt>Signature</dt>
      <dd title={fingerprint}>
        {present ? `${verdictOf(verified)}${algorithm === undefined ? '' : ` (${algorithm})`}` : 'Not signed'}
        {reason !== undefined && <span className="sb-quiet"> {reason}</span>}
      </dd>
    </div>
  )
}

function verdictOf(verified: Signature['verified']): string {
  if (verified === 'unsupported') return 'Signed, not verified here'
  return verified === true ? 'Signed, unchanged' : 'Signed, does not hold'
}
