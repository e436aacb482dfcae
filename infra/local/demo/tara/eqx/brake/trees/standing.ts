import {
  all,
  any,
  atLeast,
  type Branch,
  condition,
  fails,
  from,
  latent,
  outside,
  shared,
  treeOf,
  under,
  withCommonCauses,
} from './build.ts'
import { wheels } from './wheel-lost.ts'

const trip = 1

/** FT-04: wheels that lock while braking. */
export const lockingWheels = treeOf(
  withCommonCauses(
    under(
      'wheels_lock',
      'A wheel locks longer than 200 ms while braking',
      any(
        'no_slip_control',
        'Slip control does not relieve the wheel',
        all(
          'speeds_unknown',
          'Slip is not known, and the rear axle is not limited',
          atLeast(
            2,
            'speeds_wrong',
            'Two wheel speeds are wrong in the same way',
            ...wheels.map(({ id, place }) =>
              shared(`${id}_speed`, `Speed of the wheel ${place} is wrong`, { is: 'encoder-dust' }),
            ),
          ),
          latent('rear_unlimited', 'Rear axle is not limited', 6, trip, 0.9),
        ),
        all(
          'control_fails',
          'Control of the slip fails in both controllers',
          fails('A_slip', 'Controller A controls wrongly', 2, { is: 'memory-flip' }),
          latent('B_slip', 'Controller B does not notice it', 8, trip, 0.94),
        ),
        ...wheels.map(({ id, place }) =>
          any(
            `${id}_slow`,
            `Wheel ${place} opens too slowly`,
            fails(`${id}_friction`, `Friction of the screw is too high, ${place}`, 2, { is: 'spring-friction' }),
            fails(`${id}_current`, `Current is limited by a hot bridge, ${place}`, 1.5),
            fails(`${id}_measured`, `Force is measured too low, ${place}`, 2, { is: 'force-heat' }),
          ),
        ),
        all(
          'recuperation',
          'Recuperation locks the rear wheels',
          outside('drive_more', 'The drive recuperates more than requested', 12),
          fails('slip_unread', 'The drive does not receive the slip', 5),
        ),
      ),
      condition('grip_low', 'Braked so hard, or grip so low, that a wheel may lock', 0.1, {
        note: 'Share of the trips with at least one such braking.',
      }),
    ),
    {
      id: 'encoders',
      title: 'Encoders of the wheels',
      model: 'alpha-factor',
      members: wheels.map(({ id }) => `${id}_speed`).join(' '),
      fit: 25,
      factors: [0.96, 0.03, 0.007, 0.003],
      note: 'Metal dust and salt reach all wheels.',
    },
  ),
)

/** A latch that does not hold. */
function latchOpen(side: 'left' | 'right'): Branch {
  const fault = (name: string, title: string, fit: number, is?: string) =>
    fails(`${side}_${name}`, `${title}, ${side}`, fit, is === undefined ? {} : { is })
  return any(
    `${side}_open`,
    `Latch on the ${side} does not hold`,
    shared(`${side}_spring`, `Springs of the latch break, ${side}`, { is: 'latch-spring' }),
    fault('ice', 'Latch is frozen open', 4, 'latch-ice'),
    fault('teeth', 'Teeth slip under load', 1, 'latch-teeth'),
    all(
      `${side}_false_contact`,
      `Latch is reported as engaged and is not, ${side}`,
      fault('contact', 'Contact reports engaged too early', 6, 'latch-contact'),
      fault('tooth', 'Tooth stays on tooth', 10, 'latch-open'),
    ),
    all(
      `${side}_powered`,
      `Solenoid is powered, ${side}`,
      fault('high_side', 'High side of the solenoid is shorted', 3, 'solenoid-driver'),
      fault('low_side', 'Low side of the solenoid is shorted', 3, 'solenoid-driver'),
    ),
    fault('screw', 'Screw turns back behind the latch', 0.3, 'latch-opens'),
  )
}

/** FT-05: a parked vehicle that moves. */
export const parkedMoves = treeOf(
  withCommonCauses(
    any(
      'parked_moves',
      'Parked vehicle moves',
      all(
        'nothing_holds',
        'Neither latches nor drive hold',
        latchOpen('left'),
        latchOpen('right'),
        outside('drive_unlocked', 'The drive is not locked in P', 30),
      ),
      all(
        'both_command',
        'Both controllers open the latches',
        fails('A_opens', 'Controller A opens by a fault', 1.5),
        fails('B_opens', 'Controller B opens by a fault', 1.5),
      ),
      under(
        'cooling',
        'Force falls while the discs cool down, and is not restored',
        any(
          'not_restored',
          'Force is not restored',
          fails('wake_up', 'Controllers do not wake up after parking', 12),
          fails('force_trusted', 'Force is measured too high', 8, { is: 'force-heat' }),
        ),
        condition('hot_on_slope', 'Parked on a slope with hot discs', 0.02),
      ),
      all(
        'not_latched',
        'Driver leaves, and parking is not requested',
        fails('door_unread', 'Door and belt are not read', 3),
        fails('switch_unread', 'Switch is not read', 5),
      ),
    ),
    {
      id: 'latch_springs',
      title: 'Springs of both latches',
      model: 'beta-factor',
      members: 'left_spring right_spring',
      fit: 2,
      factors: [0.05],
      note: 'Different batches, same steel.',
    },
  ),
)

/** FT-06: a held vehicle that rolls. */
export const heldRolls = treeOf(
  any(
    'held_rolls',
    'Held vehicle rolls',
    all(
      'hold_ends',
      'Hold ends, and the latches do not engage',
      any(
        'hold_lost',
        'Hold is lost',
        from('FT-09', 'supply_A_lost', 'hold_A', 'Supply A is lost'),
        from('FT-09', 'supply_B_lost', 'hold_B', 'Supply B is lost'),
        fails('controller_restarts', 'Leading controller restarts', 90, { is: 'controller-silent' }),
        fails('belt_misread', 'Driver is taken for absent', 10),
      ),
      any(
        'no_latch',
        'Latches do not engage in time',
        latent('latch_left', 'Latch on the left does not move', 8, 50, 0.9, { is: 'latch-open' }),
        latent('latch_right', 'Latch on the right does not move', 8, 50, 0.9, { is: 'latch-open' }),
        fails('no_movement', 'Movement of the vehicle is not noticed', 6),
      ),
    ),
    all(
      'early_release',
      'Released before the drive pulls',
      outside('torque_false', 'The drive reports torque that it does not have', 15),
      fails('movement_late', 'Rolling back is noticed late', 6),
    ),
    fails('slope_wrong', 'Slope is measured too flat by both cells', 1.2, { is: 'yaw-cell' }),
    fails('released_by_fault', 'Leading controller opens by a fault', 1.5, { is: 'memory-flip' }),
  ),
)
