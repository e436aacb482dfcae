import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Installation, Organisation } from '../support/installation.ts'
import { brakeProgram } from './brake-program.ts'

const mode = (id: string, share: number, effect: string, more: object = {}) => ({ id, share, effect, ...more })
const monitored = (coverage: number) => ({
  residual: [{ mechanism: 'Force monitor', coverage }],
  latent: [{ mechanism: 'Report of the cut-off', coverage: 1 }],
})

const elements = [
  {
    title: 'Microcontroller of the motor control',
    fields: {
      part: 'MC-4471',
      fit: 50,
      rate_source: 'Safety manual of the manufacturer',
      modes: [mode('computes a wrong current', 0.3, 'direct', monitored(0.99)), mode('stops', 0.7, 'safe')],
    },
  },
  {
    title: 'Microcontroller of the monitor',
    fields: {
      part: 'MC-1180',
      fit: 20,
      rate_source: 'Safety manual of the manufacturer',
      modes: [
        mode('does not cut off', 0.5, 'combined', {
          latent: [{ mechanism: 'Test at each start', coverage: 0.95 }],
          disables: ['Force monitor'],
        }),
        mode('cuts off by mistake', 0.5, 'safe'),
      ],
    },
  },
  {
    title: 'Force sensor',
    fields: {
      part: 'FS-20',
      fit: 14,
      rate_source: 'Field data of the parking brake',
      modes: [mode('reads too low', 0.35, 'direct', monitored(0.75)), mode('is lost', 0.65, 'safe')],
    },
  },
  {
    title: 'Memory for service data',
    fields: { fit: 5, is_excluded: true, exclusion_reason: 'It is read in the workshop only.' },
  },
]

/**
 * The brake program with four hardware elements. HW-001 to HW-003 may violate SG-01 (ASIL D), whose single-point fault
 * metric they miss by the force sensor; HW-003 also SG-02, which has no operating hours.
 */
export async function hardwareProgram(site: Installation, org: Organisation) {
  const brake = await brakeProgram(site, org)
  const [first, second] = brake.rows.filter(({ kind }) => kind === 'safety-goal') as [Artefact, Artefact]
  const made = await brake.save({
    artefacts: [
      { uuid: first.uuid, kind: first.kind, revision: 1, fields: { lifetime_h: 10_000, service_h: 10 } },
      ...elements.map((element) => ({ kind: 'hardware-element', ...element })),
    ],
  })
  const hardware = made.filter(({ kind }) => kind === 'hardware-element')
  const violates = (element: Artefact | undefined, goal: Artefact) => ({
    kind: 'may-violate',
    from: element!.uuid,
    to: goal.uuid,
  })
  await brake.save({
    link: [...hardware.slice(0, 3).map((element) => violates(element, first)), violates(hardware[2], second)],
  })
  return { ...brake, hardware }
}
