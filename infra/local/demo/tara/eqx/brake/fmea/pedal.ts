import type { Modes } from './mode.ts'

const calculated = 'Fatigue calculation with a factor of 1.6 against the load spectrum of the pedal'
const lifeTest = 'Life test: 2 million strokes, -40 to 85 °C, six parts'
const abuse = 'Abuse test with 2.5 kN, and inspection of the parts'
const shaker = 'Shaker test with 12 g over 96 h, signals recorded'
const emc = 'EMC test on component and vehicle up to 200 V/m'
const plugs = 'Sealed plugs with gold on both sides, from the catalogue of proven ones'
const climate = 'Damp heat and temperature shock, 1,000 cycles'

/** The failure modes of the pedal unit and of the sensors around it. */
export const pedalModes: Modes = {
  'pedal-breaks': {
    title: 'Pedal lever breaks or jams',
    elements: 'CO-32',
    effect: 'FN-18 no',
    severity: 10,
    causes: [
      ['Fatigue at the root of the lever', calculated, lifeTest, [2, 3], { key: 'lever-fatigue', special: 'SC' }],
      ['Overload by a panic braking of a strong driver', 'Designed for 2 kN without yielding', abuse, [2, 3]],
      [
        'Bottle or mat below the pedal',
        'Distance to the floor of 70 mm at full travel; mat is clipped',
        'Fitting study with 14 objects',
        [3, 5],
      ],
      [
        'Bearing of the lever corrodes after cleaning',
        'Plastic bushing, sealed',
        'Salt spray 240 h, then torque',
        [2, 5],
      ],
      ['Return spring breaks and blocks the lever', 'Two springs, one inside the other', lifeTest, [2, 3]],
    ],
  },
  'travel-lost': {
    title: 'Travel signal is lost',
    elements: 'CO-44',
    effect: 'FN-18 no',
    severity: 10,
    causes: [
      ['Solder joint of a cell cracks', 'Cells on separate boards; underfill', shaker, [3, 3], { key: 'cell-solder' }],
      [
        'Fretting corrosion in the plug',
        plugs,
        'Contact resistance in the climate test',
        [3, 4],
        { key: 'pedal-plug' },
      ],
      [
        'Magnet falls off the lever',
        'Magnet is overmoulded, not glued',
        lifeTest,
        [2, 3],
        { key: 'pedal-magnet', special: 'SC' },
      ],
      [
        'Water runs along the harness into the housing',
        'Plug faces down, drip loop in the drawing',
        climate,
        [3, 5],
        { key: 'pedal-water' },
      ],
      ['Discharge of a person during assembly', 'Protection diodes, 8 kV', 'ESD test at all pins', [2, 3]],
    ],
  },
  'travel-high': {
    title: 'Travel is read too high',
    elements: 'CO-44',
    effect: 'FN-18 unintended',
    severity: 10,
    causes: [
      [
        'Stray field of a cable with high current',
        'Differential cells that cancel uniform fields',
        'Field of 4 mT in all directions',
        [3, 5],
        { key: 'stray-field' },
      ],
      ['Magnet shifts in its seat', 'Seat with two ribs, force fit', 'Position after the life test', [2, 3]],
      [
        'Offset is taught with the foot on the pedal',
        'Work instruction at the end of the line',
        'Offset is limited to 3 % of the range',
        [4, 5],
        {
          action: {
            title: 'Teach the offset only with the force sensor at zero',
            type: 'prevention',
            owner: 'Lodden Sensors',
            dueInDays: -21,
            taken: 'The routine refuses above 15 N; released with software 0.8.',
            evidence: 'LS-CR-118',
            after: [2, 3],
          },
        },
      ],
      [
        'Drift of the reference voltage',
        'Each cell has its own reference',
        'Drift over temperature and 1,000 h',
        [2, 3],
        { key: 'reference-drift' },
      ],
    ],
  },
  'force-low': {
    title: 'Force is read too low',
    elements: 'CO-45',
    effect: 'FN-18 less',
    severity: 8,
    causes: [
      [
        'Glue of the strain gauge creeps in the cold',
        'Glue as in the steering torque sensor',
        lifeTest,
        [6, 4],
        {
          key: 'gauge-creep',
          remark: 'Found in STC-003.',
          action: {
            title: 'Replace the glue by a glass frit',
            type: 'prevention',
            owner: 'Lodden Sensors',
            dueInDays: 38,
          },
        },
      ],
      [
        'Amplifier drifts with temperature',
        'Compensation by a table of nine temperatures',
        'Measured on 30 parts',
        [4, 3],
        { key: 'amplifier-drift' },
      ],
      ['Pedal spring softens', 'Spring steel, set before assembly', lifeTest, [3, 3]],
      [
        'Friction of the lever takes a part of the force',
        'Sensor is between spring and lever, behind the bearing',
        'Hysteresis after the life test',
        [3, 5],
      ],
    ],
  },
  'force-drops': {
    title: 'Force signal drops out',
    elements: 'CO-45',
    effect: 'FN-18 intermittent',
    severity: 8,
    causes: [
      [
        'Wire breaks where it bends with the lever',
        'Flexible board with 10 mm radius',
        lifeTest,
        [3, 3],
        { key: 'flex-breaks' },
      ],
      ['Vibration loosens the plug', `${plugs}, with a second lock`, shaker, [2, 3], { key: 'force-plug' }],
      ['Radio at the pedal disturbs the amplifier', 'Shielded housing, filter at each pin', emc, [3, 3]],
      ['Dip of supply B', 'Buffer for 20 ms', 'Dips after ISO 7637-2 and ISO 16750-2', [3, 2]],
    ],
  },
  'speed-wrong': {
    title: 'Wheel speeds are exchanged or wrong',
    elements: 'CO-41',
    effect: 'FN-23 other-than',
    severity: 9,
    causes: [
      [
        'Harnesses of left and right are exchanged',
        'Plugs of different colour and code',
        'Test drive at the end of the line',
        [2, 2],
      ],
      [
        'Metal dust on the encoder',
        'Encoder is behind the seal of the bearing',
        'Dust test with 2 kg of chips',
        [3, 5],
        { key: 'encoder-dust' },
      ],
      ['Air gap grows with wear of the bearing', 'Range of 2 mm', 'Bearing test to failure', [3, 3]],
      [
        'Supply of the sensor is shorted in the harness',
        'Protected branch for each sensor',
        'Fault injection at all wires',
        [3, 2],
        { key: 'sensor-wire' },
      ],
    ],
  },
  'yaw-wrong': {
    title: 'Yaw rate is wrong',
    elements: 'CO-42',
    effect: 'FN-24 unintended',
    severity: 10,
    causes: [
      [
        'Cell sticks after a shock',
        'Two cells with different resonance',
        'Drop test, 1,500 g',
        [2, 3],
        { key: 'yaw-cell' },
      ],
      [
        'Sensor is mounted turned',
        'Pin at the bracket, one position only',
        'Plausibility with the steering at the end of the line',
        [2, 3],
      ],
      ['Vibration at the resonance of the cell', 'Bracket above 250 Hz', 'Sweep in the vehicle', [3, 5]],
      ['Temperature gradient after start', 'Offset is learnt at standstill', 'Climate chamber, 40 K in 5 min', [3, 6]],
    ],
  },
  'switch-contact': {
    title: 'Parking switch closes by itself',
    elements: 'CO-43',
    effect: 'FN-27 as-well-as',
    severity: 9,
    causes: [
      [
        'Drink is spilled into the switch',
        'Drain, contacts above it',
        'Spill test with 200 ml',
        [3, 3],
        { key: 'switch-spill' },
      ],
      ['Wear particles bridge the contacts', 'Two contacts with opposite logic', '100,000 cycles', [2, 3]],
      ['Button gets stuck pressed', 'Gap of 0.6 mm all around', 'Dust and sugar test', [3, 3]],
      [
        'Harness is chafed at the console',
        'Corrugated tube, no edges',
        'Inspection of three vehicles after 60,000 km',
        [3, 5],
      ],
    ],
  },
}
