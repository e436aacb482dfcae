import { all, any, type Branch, fails, from, shared } from './build.ts'

/** The wheels, each with the supply of its diagonal. */
export const wheels = [
  { id: 'FL', place: 'front left', supply: 'A' },
  { id: 'FR', place: 'front right', supply: 'B' },
  { id: 'RL', place: 'rear left', supply: 'B' },
  { id: 'RR', place: 'rear right', supply: 'A' },
] as const
export type Wheel = (typeof wheels)[number]

/** Members of a common-cause group, one at each wheel. */
export const atEachWheel = (name: string) => wheels.map(({ id }) => `${id}_${name}`).join(' ')

const phases = ['U', 'V', 'W'] as const

/** A wheel that builds no force: without power, without command, or failed by itself. */
export function wheelLost({ id, place, supply }: Wheel): Branch {
  const named = (name: string) => `${id}_${name}`
  const fault = (name: string, title: string, fit: number | string, is?: string) =>
    fails(named(name), `${title}, ${place}`, fit, is === undefined ? {} : { is })
  return any(
    named('lost'),
    `Wheel ${place} does not brake`,
    from('FT-09', `supply_${supply}_lost`, named('power'), `Supply ${supply} is lost`),
    all(
      named('no_command'),
      `No command reaches the wheel ${place}`,
      any(
        named('no_command_A'),
        `No command on network A, ${place}`,
        'network_A_lost',
        fault('transceiver_A', 'Transceiver A fails', 5, 'wheel-transceivers'),
        fault('stub_A', 'Stub of network A is open', 2, 'wheel-plug'),
      ),
      any(
        named('no_command_B'),
        `No command on network B, ${place}`,
        'network_B_lost',
        fault('transceiver_B', 'Transceiver B fails', 5, 'wheel-transceivers'),
        fault('stub_B', 'Stub of network B is open', 2, 'wheel-plug'),
      ),
    ),
    any(
      named('electronics'),
      `Wheel control unit ${place} is silent`,
      shared(named('mcu'), `Microcontroller stops, ${place}`, { is: 'wheel-mcu' }),
      fault('clock', 'Clock stops', 6),
      fault('regulator', 'Voltage regulator fails', 'wheel_regulator', 'wheel-regulator'),
      fault('watchdog', 'Watchdog resets without need', 4),
      fault('memory', 'Memory error that cannot be corrected', 8),
      fault('switch_open', 'Safety switch opens by itself', 5),
      fault('monitor_cuts', 'Monitor cuts off by mistake', 7, 'monitor-fails'),
      fault('fuse', 'Fuse opens by itself', 2, 'wheel-fuse'),
      fault('link_capacitor', 'Capacitor of the motor supply is shorted', 4),
      fault('ground', 'Ground connection is open', 2),
      fault('harness', 'Wires to the wheel are broken', 'wheel_harness', 'wheel-harness'),
      shared(named('water'), `Water in the wheel control unit, ${place}`, { is: 'wheel-water' }),
    ),
    any(
      named('drive'),
      `Motor ${place} has no torque`,
      shared(named('driver'), `Driver circuit fails, ${place}`),
      ...phases.flatMap((phase) => [
        fault(`high_${phase}`, `High transistor ${phase} fails open`, 'transistor'),
        fault(`low_${phase}`, `Low transistor ${phase} fails open`, 'transistor'),
        fault(`winding_${phase}`, `Winding ${phase} is open`, 1.5, 'phase-open'),
      ]),
      fault('winding_short', 'Short between windings', 2, 'winding'),
      fault('current', 'Measurement of the current fails', 6),
      all(
        named('position'),
        `Position of the motor is lost, ${place}`,
        fault('position_1', 'First cell of the position fails', 8, 'position-dies'),
        fault('position_2', 'Second cell of the position fails', 8, 'position-dies'),
      ),
      fault('magnet', 'Magnet of the position sensor fails', 1, 'position-magnet'),
      fault('bearing', 'Bearing of the motor seizes', 2, 'motor-bearing'),
    ),
    any(
      named('mechanics'),
      `Mechanics ${place} build no force`,
      fault('gear', 'Tooth of the planetary gear breaks', 1.5),
      fault('screw', 'Ball screw jams open', 1, 'screw-dirt'),
      fault('calliper', 'Calliper breaks', 0.2, 'calliper-fatigue'),
      fault('bolts', 'Bolts of the carrier come loose', 0.3, 'carrier-bolts'),
      fault('lining', 'Lining comes off its plate', 0.5, 'lining-off'),
      fault('guides', 'Calliper is stuck in its guides', 3, 'guide-pins'),
    ),
    all(
      named('force_unknown'),
      `Force is not known, ${place}`,
      fault('force_sensor', 'Force sensor fails', 12, 'force-sensor-low'),
      fault('estimate', 'Estimate of the force is not available', 4, 'estimate-low'),
    ),
  )
}
