import type { AnalyzerKind } from '@carapace/shared/msoc/observables/analyze/analyzers'

export const kindNames: Readonly<Record<AnalyzerKind, string>> = { misp: 'MISP', cortex: 'Cortex', http: 'HTTP' }

/** What the address and the secret of a kind are. */
export const kindHints: Readonly<Record<AnalyzerKind, { readonly url: string; readonly secret: string }>> = {
  misp: { url: 'The address of MISP: https://misp.example', secret: 'The authentication key of a user of MISP.' },
  cortex: { url: 'The address of Cortex: https://cortex.example', secret: 'The API key of a user of Cortex.' },
  http: {
    url: 'May have {{type}} and {{value}} behind the host: https://api.example/lookup?v={{value}}',
    secret: 'Sent in the header that you name.',
  },
}
