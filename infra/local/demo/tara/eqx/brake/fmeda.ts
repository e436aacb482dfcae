import type { CoverageClaim, FaultEffect } from '@carapace/shared/functional-safety/fmeda'
import type { HardwareModes } from '@carapace/shared/functional-safety/kinds/hardware.kinds'
import { demoArtefacts, type FieldsFor } from '../../build.ts'
import { failure } from './fmea/dfmea.ts'

type Mode = HardwareModes[number]

const claim = (mechanism: string, coverage: number): CoverageClaim[] => [{ mechanism, coverage }]

const mode = (id: string, share: number, effect: FaultEffect, more: Partial<Mode> = {}): Mode => ({
  id,
  share,
  effect,
  residual: [],
  latent: [],
  disables: [],
  failure: null,
  ...more,
})

const safe = (id: string, share: number) => mode(id, share, 'safe')
/** The failure of the DFMEA that it is, by its key there. */
const named = (is?: string) => (is === undefined ? {} : { failure: failure(is) })

/** The wheel clamps too much unless the monitor cuts it off, which the controllers notice and show. */
const clamps = (id: string, share: number, coverage: number, is?: string) =>
  mode(id, share, 'direct', {
    residual: claim('Force monitor', coverage),
    latent: claim('Report of the cut-off', 1),
    ...named(is),
  })

/** The wheel is lost, which can be steered against if the opposite one is limited. */
const lost = (id: string, share: number, is?: string) =>
  mode(id, share, 'direct', {
    residual: claim('Limit of the opposite wheel', 0.995),
    latent: claim('Missing answer of the wheel', 0.99),
    ...named(is),
  })

/** Nothing happens, but the monitor no longer cuts off; the test at each start finds a share. */
const blind = (id: string, share: number, coverage: number, is?: string) =>
  mode(id, share, 'combined', {
    latent: coverage === 0 ? [] : claim('Test at each start', coverage),
    disables: ['Force monitor'],
    ...named(is),
  })

const [control, monitor] = ['CO-46', 'CO-47']
const handbook = 'IEC TR 62380, mission profile of the wheel'
const field = 'Field data of the parking brake, 2021 to 2025'

function element(title: string, component: string, fit: number, source: string, ...modes: Mode[]) {
  const fields: FieldsFor<'hardware-element'> = { fit, rate_source: source, modes }
  return [title, fields, { from: { 'built-of': component }, to: { 'may-violate': 'SG-03' } }] as const
}

/**
 * The wheel control unit against SG-03 (ASIL D). It misses the single-point fault metric, by what the estimate of the
 * force does not see with worn pads: the same weakness as in STC-014 and in the DFMEA.
 */
export const wheelHardware = demoArtefacts(
  'hardware-element',
  { day: 68, project: 'Brake by wire', by: 'Jonas Lind', status: 'COMPLETED' },
  {
    'HW-001': element(
      'Microcontroller of the motor control',
      control,
      50,
      'Safety manual of the manufacturer',
      clamps('computes a wrong current', 0.3, 0.99, 'bridge-drives'),
      lost('stops', 0.7, 'wheel-mcu'),
    ),
    'HW-002': element(
      'Microcontroller of the monitor',
      monitor,
      20,
      'Safety manual of the manufacturer',
      blind('does not cut off', 0.5, 0.95, 'monitor-fails'),
      lost('cuts off by mistake', 0.5),
    ),
    'HW-003': element(
      'Driver circuit',
      control,
      12,
      handbook,
      clamps('switches both sides', 0.15, 0.99, 'driver-cross'),
      lost('has no output', 0.85),
    ),
    'HW-004': element(
      'Bridge of six transistors',
      control,
      18,
      handbook,
      clamps('one is shorted', 0.6, 0.99, 'bridge-short'),
      lost('one is open', 0.4),
    ),
    'HW-005': element(
      'Safety switch',
      monitor,
      6,
      handbook,
      blind('stays closed', 0.4, 0.99, 'switch-welded'),
      lost('opens', 0.6),
    ),
    'HW-006': element(
      'Force sensor',
      control,
      14,
      field,
      clamps('reads too low', 0.35, 0.75, 'force-sensor-low'),
      safe('reads too high, within 15 %', 0.35),
      lost('is lost', 0.3),
    ),
    'HW-007': element(
      'Current sensor of the motor control',
      control,
      8,
      handbook,
      clamps('reads too low', 0.4, 0.97),
      lost('is lost', 0.6),
    ),
    'HW-008': element(
      'Current sensor of the monitor',
      monitor,
      6,
      handbook,
      blind('reads too low', 0.5, 0.8, 'estimate-low'),
      lost('reads too high', 0.5),
    ),
    'HW-009': element(
      'Position sensor with two cells',
      control,
      16,
      field,
      clamps('both are wrong alike', 0.02, 0.97, 'position-dies'),
      safe('one is wrong or lost', 0.98),
    ),
    'HW-010': element(
      'Regulator of the motor control',
      control,
      12,
      handbook,
      clamps('voltage is too high', 0.2, 0.97),
      lost('is off', 0.8, 'wheel-regulator'),
    ),
    'HW-011': element(
      'Regulator of the monitor',
      monitor,
      8,
      handbook,
      blind('voltage is too high', 0.2, 0.6),
      lost('is off', 0.8),
    ),
    'HW-012': element(
      'Clock of the motor control',
      control,
      6,
      handbook,
      clamps('is too fast', 0.1, 0.97),
      lost('stops', 0.9),
    ),
    'HW-013': element(
      'Clock of the monitor',
      monitor,
      5,
      handbook,
      blind('is too slow', 0.3, 0.9, 'monitor-clock'),
      lost('stops', 0.7),
    ),
    'HW-014': element(
      'Transceivers of both networks',
      control,
      10,
      handbook,
      safe('one is silent', 0.97),
      lost('hold the wheel in reset', 0.03, 'wheel-transceivers'),
    ),
    'HW-015': element(
      'Watchdog between both chips',
      monitor,
      4,
      handbook,
      blind('does not trip', 0.6, 0),
      lost('trips by mistake', 0.4),
    ),
    'HW-016': element(
      'Connector',
      control,
      5,
      field,
      lost('a power pin is open', 0.8, 'wheel-water'),
      safe('resistance grows', 0.2),
    ),
    'HW-017': element(
      'Capacitor of the motor supply',
      control,
      4,
      handbook,
      lost('is shorted', 0.7),
      safe('has lost capacity', 0.3),
    ),
    'HW-018': element(
      'Limit of the opposite wheel, in the controllers',
      'CO-33',
      4,
      'Share of the microcontroller by its safety manual',
      mode('does not act', 0.5, 'combined', {
        latent: claim('Comparison of the controllers', 0.9),
        disables: ['Limit of the opposite wheel'],
        ...named('wheel-index'),
      }),
      safe('acts too early', 0.5),
    ),
    'HW-019': [
      'Memory for service data',
      {
        fit: 5,
        rate_source: handbook,
        is_excluded: true,
        exclusion_reason: 'Read in the workshop only, on a supply and a bus of its own.',
        modes: [safe('is lost', 1)],
      },
      { from: { 'built-of': control }, to: { 'may-violate': 'SG-03' } },
    ],
  },
)
