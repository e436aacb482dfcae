import { all, any, type Branch, condition, fails, latent, shared, treeOf, under, withCommonCauses } from './build.ts'
import { type Wheel, wheels } from './wheel-lost.ts'

/** The cut-off is tested at every start; the spring is proven by each opening, at least once in a trip. */
const trip = 1
/** Share of the driving time in which a wheel is clamped. */
const clamped = 0.06

/** A wheel that is clamped although it should not, and is not cut off in time. */
function wheelPulls({ id, place }: Wheel, notLimited: Branch | string): Branch {
  const named = (name: string) => `${id}_${name}`
  const fault = (name: string, title: string, fit: number | string, is?: string) =>
    fails(named(name), `${title}, ${place}`, fit, is === undefined ? {} : { is })
  const hidden = (name: string, title: string, fit: number, coverage: number, is?: string) =>
    latent(named(name), `${title}, ${place}`, fit, trip, coverage, is === undefined ? {} : { is })
  const residual = (name: string, title: string, fit: number, is: string) =>
    fails(named(name), `${title}, ${place}`, fit, {
      is,
      note: 'Residual faults by the FMEDA of the wheel control unit.',
    })
  return any(
    named('pulls'),
    `Wheel ${place} brakes against the others`,
    all(
      named('clamps'),
      `Wheel ${place} clamps and is not cut off`,
      any(
        named('too_much'),
        `Too much force, ${place}`,
        all(
          named('bridge'),
          `Bridge drives the motor, ${place}`,
          fault('high_short', 'A high transistor is shorted', 6, 'bridge-short'),
          fault('low_short', 'A low transistor is shorted', 6, 'bridge-short'),
        ),
        fault('driver', 'Driver circuit switches both sides', 2, 'driver-cross'),
        fault('dendrites', 'Dendrites below the bridge', 1, 'dendrites'),
        shared(named('control'), `Motor control computes a wrong current, ${place}`, { is: 'bridge-drives' }),
        all(
          named('angle'),
          `Angle of the motor is wrong, ${place}`,
          fault('angle_1', 'First cell of the angle is wrong', 4, 'angle-wrong'),
          fault('angle_2', 'Second cell of the angle is wrong', 4, 'angle-wrong'),
        ),
        fault('force_low', 'Force is measured too low', 'force_low', 'force-sensor-low'),
        fault('command', 'Changed command is accepted', 0.01),
      ),
      any(
        named('no_cut_off'),
        `Wheel ${place} is not opened`,
        hidden('switch', 'Safety switch does not open', 4, 0.99, 'switch-welded'),
        shared(named('monitor'), `Monitor has failed, ${place}`, { is: 'monitor-fails' }),
        hidden('monitor_clock', 'Clock of the monitor has stopped', 5, 0.99, 'monitor-clock'),
        hidden('estimate', 'Estimate of the force is too low', 12, 0.9, 'estimate-low'),
        hidden('spring', 'Return spring does not open', 2, 0.9, 'spring-broken'),
        hidden('phases', 'Shorted phases brake the motor', 3, 0.9, 'phases-shorted'),
      ),
    ),
    any(
      named('unseen'),
      `Fault of the wheel ${place} that no mechanism covers`,
      residual('force_unseen', 'Force is measured too low, and the estimate does not see it', 1.2, 'force-sensor-low'),
      residual('control_unseen', 'Bridge or control drives, and the monitor does not see it', 0.35, 'bridge-drives'),
      residual('lost_unseen', 'Wheel is lost, and limiting the opposite one is not enough', 0.5, 'wheel-silent'),
    ),
    under(
      named('jams'),
      `Screw ${place} jams while it is clamped`,
      fault('screw', 'Ball screw jams', 'screw', 'screw-jams'),
      condition(named('is_clamped'), `Wheel ${place} is clamped`, clamped),
    ),
    all(
      named('opens'),
      `Wheel ${place} opens while braking, and the opposite one is not limited`,
      any(
        named('open_reasons'),
        `Wheel ${place} opens`,
        fault('cut_by_mistake', 'Monitor cuts off by mistake', 7, 'monitor-fails'),
        fault('silent', 'Wheel control unit falls silent', 119, 'wheel-silent'),
        fault('opens_by_break', 'Motor, gear or calliper fails', 34, 'motor-weak'),
      ),
      notLimited,
    ),
  )
}

/** Of all wheels: it is drawn below the first one. */
const limitMissing = any(
  'not_limited',
  'Opposite wheel is not limited',
  latent('limit_A', 'Controller A does not know the lost wheel', 4, trip, 0.9, { is: 'wheel-index' }),
  latent('limit_residual', 'Fault of the controller that lockstep does not see', 2, trip, 0.9, { is: 'memory-flip' }),
)

const latched = all(
  'latched_driving',
  'Latches engage while driving',
  any(
    'latch_requested',
    'Parking is requested',
    all(
      'switch_closed',
      'Both contacts of the parking switch are wrong',
      fails('contact_1', 'First contact closes', 4, { is: 'switch-spill' }),
      fails('contact_2', 'Second contact opens', 4, { is: 'switch-spill' }),
    ),
    fails('A_requests', 'Controller A requests it by a fault', 1),
  ),
  fails('B_agrees', 'Controller B agrees by a fault', 1),
  fails('wheel_agrees', 'The wheel does not check the speed', 2),
)

const byControllers = any(
  'controllers_pull',
  'Forces of both sides are computed unequally',
  all(
    'one_side',
    'One side is left out, and the comparison does not see it',
    fails('A_one_side', 'Controller A leaves out one side', 0.6, { is: 'controller-one-side' }),
    latent('comparison', 'Comparison of the controllers does not act', 8, trip, 0.94),
  ),
  all(
    'yaw_wrong',
    'Stability control brakes a wheel because of a wrong yaw rate',
    fails('yaw_1', 'First cell of the yaw rate is wrong', 20, { is: 'yaw-cell' }),
    fails('yaw_2', 'Second cell of the yaw rate is wrong', 20, { is: 'yaw-cell' }),
  ),
)

/** FT-03: a force that the driver cannot steer against. */
export const oneSidedBraking = treeOf(
  withCommonCauses(
    any(
      'one_sided_braking',
      'Moves by more than half a metre to the side within a second',
      ...wheels.map((wheel, i) => wheelPulls(wheel, i === 0 ? limitMissing : limitMissing.node.id)),
      latched,
      byControllers,
    ),
    ...wheels.map(({ id, place }) => ({
      id: `${id}_board`,
      title: `Motor control and monitor on one board, ${place}`,
      model: 'beta-factor' as const,
      members: `${id}_control ${id}_monitor`,
      fit: 'wheel_logic',
      factors: [0.01],
      note: 'Heat and water. Score of the table of dependent failures: 1 %.',
    })),
  ),
  {
    wheel_logic: ['A logic chip of a wheel works wrongly', 20, 3],
    force_low: ['Force is measured too low', 10, 3],
    screw: ['Ball screw jams', 2, 5],
  },
)
