import type { Modes } from './mode.ts'

const both = 'CO-39 CO-40'
const current = 'Current and temperature measured over 2,000 km of mountain roads'

/** The failure modes of the two supplies. */
export const supplyModes: Modes = {
  'supply-lost': {
    title: 'A supply is lost',
    elements: both,
    effect: 'FN-30 part-of',
    severity: 8,
    causes: [
      [
        'Cell of the battery is interrupted',
        'Internal resistance is measured at each start',
        '40 aged batteries',
        [4, 3],
        { key: 'battery-open' },
      ],
      [
        'Separating switch opens without a reason',
        'Two gates, opened by hardware above 200 A only',
        'Load dump, and transients',
        [3, 3],
        { key: 'separator-opens' },
      ],
      [
        'Cable lug comes loose',
        'Torque and angle recorded, nut with lock',
        'Shaker, then voltage drop',
        [3, 3],
        { key: 'cable-lug' },
      ],
      [
        'Fuse ages at high ambient temperature',
        'Fuse at 150 %, outside of the engine bay',
        current,
        [2, 6],
        { key: 'supply-fuse' },
      ],
    ],
  },
  'supply-sags': {
    title: 'A supply collapses under load',
    elements: both,
    effect: 'FN-30 intermittent',
    severity: 9,
    causes: [
      [
        'Battery is weak in the cold',
        'Sized for -30 °C and 70 % of its capacity',
        'Cold chamber, ten stops',
        [3, 5],
        {
          key: 'battery-cold',
          action: {
            title: 'Ten stops at -30 °C with a battery of 65 % capacity',
            type: 'detection',
            owner: 'Fjell Powertrain',
            dueInDays: 5,
          },
        },
      ],
      [
        'Capacitor bank has aged',
        'Capacity is estimated while charging',
        'Accelerated ageing of six banks',
        [4, 5],
        {
          key: 'bank-aged',
          remark: 'STC-011 waits for aged banks.',
          action: {
            title: 'Get banks with 60 and 70 % of the capacity and repeat the estimate in the cold',
            type: 'detection',
            owner: 'Fjell Powertrain',
            dueInDays: 16,
          },
        },
      ],
      [
        'Voltage drop along the harness',
        'Cross section of 10 mm², checked by calculation',
        'Measured at full braking',
        [2, 2],
      ],
      ['Four wheels start at the same time', 'Wheels start 4 ms apart', 'Recorded for 500 emergency brakings', [3, 2]],
    ],
  },
  'supply-over': {
    title: 'Both branches get too high a voltage',
    elements: both,
    effect: 'FN-30 more',
    severity: 10,
    causes: [
      [
        'DC/DC converter loses its control',
        'Second regulator cuts off at 16 V',
        'Fault injection at the converter',
        [2, 3],
        { key: 'converter-over' },
      ],
      [
        'Load dump when the battery is disconnected',
        'Suppressors for 100 J on each branch',
        'ISO 16750-2, test B',
        [3, 2],
        { key: 'load-dump' },
      ],
      ['Jump start from a truck', 'All units bear 28 V for a minute', 'Test with 28 V', [3, 2]],
      [
        'Separating switches do not open',
        'Tested one after the other at each start',
        'STC-010',
        [2, 3],
        { key: 'separator-stuck' },
      ],
    ],
  },
}
