import type { AccessProbes } from '../../support/access-probes.ts'
import { windowOf } from '../spans.ts'

/** Calls of the key figures. */
export const probes: AccessProbes = {
  isolation() {
    return { 'msoc/v1/kpis': [{ say: {}, status: 200 }], 'msoc/v1/kpis/coverage': [{ say: {}, status: 200 }] }
  },
  calls({ vin }) {
    const { from, to } = windowOf(vin)
    return { 'msoc/v1/kpis': { from, to, zone: 'Asia/Kolkata' }, 'msoc/v1/kpis/coverage': {} }
  },
}
