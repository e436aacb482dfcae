import type { Modes } from './mode.ts'
import { endurance, fem, wheels } from './wheel.ts'

const derated = 'Derated to 60 % of rated voltage and current, junction below 140 °C'
const cycles = 'Temperature cycles, 2,000 from -40 to 140 °C'

/** The failure modes of the electronics and the motors of the wheels. */
export const wheelElectronics: Modes = {
  'wheel-silent': {
    title: 'Wheel control unit is silent',
    elements: wheels,
    effect: 'FN-21 no',
    severity: 8,
    causes: [
      ['Voltage regulator fails', derated, cycles, [3, 3], { key: 'wheel-regulator' }],
      ['Microcontroller stops', 'Proven family, in other brakes for five years', cycles, [2, 3], { key: 'wheel-mcu' }],
      [
        'Water enters by capillary action along the wires',
        'Wires are sealed with resin at the plug',
        'Dipping hot into cold water, 50 times',
        [4, 3],
        {
          key: 'wheel-water',
          action: {
            title: 'Interrupt the strands by a crimp that is filled with resin',
            type: 'prevention',
            owner: 'Body and harness',
            dueInDays: -9,
          },
        },
      ],
      [
        'Fuse opens at a permitted current',
        'Fuse at 160 % of the highest current',
        'Pulse test with the profile of slip control',
        [2, 3],
        { key: 'wheel-fuse' },
      ],
      [
        'Wires to the wheel break by bending',
        'Fine strands, guided over two radii',
        'Steering and spring travel, 1 million cycles',
        [4, 3],
        { key: 'wheel-harness', special: 'SC' },
      ],
    ],
  },
  'bridge-drives': {
    title: 'Motor bridge drives without a command',
    elements: 'CO-46',
    effect: 'FN-21 unintended',
    severity: 10,
    causes: [
      [
        'Two transistors short',
        `${derated}; a single short brakes the motor`,
        'Short-circuit test, 500 times',
        [2, 3],
        { key: 'bridge-short', special: 'SC' },
      ],
      [
        'Driver circuit switches both sides',
        'Dead time is fixed in the driver',
        'Fault injection at the driver',
        [2, 3],
        { key: 'driver-cross' },
      ],
      [
        'Control computes a wrong angle',
        'Two angle sensors, compared each 50 µs',
        'Angle errors injected',
        [3, 3],
        { key: 'angle-wrong' },
      ],
      [
        'Dendrites below the bridge',
        'Coating, distance of 0.8 mm',
        'Bias test at 85 °C and 85 % humidity, 1,000 h',
        [4, 4],
        {
          key: 'dendrites',
          action: {
            title: 'Clean the boards before coating and measure the ionic residue of each lot',
            type: 'prevention',
            owner: 'Osprey Braking',
            dueInDays: -12,
            taken: 'Limit of 0.8 µg/cm², by the lot, since week 6.',
            evidence: 'OB-PR-0077',
            after: [2, 3],
          },
        },
      ],
    ],
  },
  'monitor-fails': {
    title: 'Monitor does not cut off',
    elements: 'CO-47',
    effect: 'FN-21 unintended',
    severity: 10,
    causes: [
      [
        'Safety switch is welded',
        'Semiconductor switch, opened without current',
        'STC-016; short circuits at 125 °C',
        [2, 2],
        { key: 'switch-welded' },
      ],
      [
        'Clock of the monitor stops',
        'External watchdog of the other chip',
        'Fault injection',
        [2, 2],
        { key: 'monitor-clock' },
      ],
      [
        'Estimate of the force is too low for worn pads',
        'Stiffness is learnt at each start',
        'Endurance with pads at 2 mm',
        [5, 4],
        {
          key: 'estimate-low',
          remark: 'Also the reason for the 185 ms in STC-014.',
          action: {
            title: 'Learn the stiffness at two forces, and filter with two values only',
            type: 'prevention',
            owner: 'Osprey Braking',
            dueInDays: 24,
          },
        },
      ],
      ['Threshold is changed by a wrong data set', 'Threshold is in the code, not in the data', 'Review', [1, 3]],
      [
        'Test of the switch is skipped after a short stop',
        'No release without a test since the last driving',
        'STC-016',
        [3, 2],
      ],
    ],
  },
  'force-sensor-low': {
    title: 'Measured force is too low',
    elements: 'CO-46',
    effect: 'FN-21 wrong-value',
    severity: 10,
    causes: [
      ['Sensor is overloaded by a pothole', fem, endurance, [2, 3], { key: 'force-overload' }],
      [
        'Heat of the disc shifts the offset',
        'Insulation of ceramics; offset is taken after each release',
        'Fading test, 600 °C',
        [3, 5],
        {
          key: 'force-heat',
          action: {
            title: 'Measure the offset during the pass of 14 km with trailer',
            type: 'detection',
            owner: 'Osprey Braking',
            dueInDays: -27,
            taken: 'Offset of 190 N at most; the air gap covers it.',
            evidence: 'NH-V-2230',
            after: [3, 3],
          },
        },
      ],
      ['Signal wire is shorted to ground', 'Differential signal', 'Fault injection', [2, 2]],
      [
        'Gauge comes off in steps',
        'Welded, not glued',
        endurance,
        [4, 3],
        {
          key: 'gauge-off',
          action: {
            title: 'Compare force and position at each start over the whole range',
            type: 'detection',
            owner: 'Osprey Braking',
            dueInDays: -3,
            taken: 'Departures of 4 % are found at the next start.',
            evidence: 'OB-SR-0126',
            after: [3, 2],
          },
        },
      ],
    ],
  },
  'position-wrong': {
    title: 'Position of the motor is wrong',
    elements: 'CO-46',
    effect: 'FN-22 less',
    severity: 8,
    causes: [
      [
        'Magnet of the sensor is demagnetised by heat',
        'Samarium cobalt',
        '200 °C, 100 h',
        [2, 3],
        { key: 'position-magnet' },
      ],
      [
        'Both cells of the sensor fail',
        'Two dies in one housing, two supplies',
        cycles,
        [2, 3],
        { key: 'position-dies' },
      ],
      ['Zero is lost after a change of pads', 'Zero is searched after each start', 'Workshop trial', [4, 4]],
      ['Rotor slips on its shaft', 'Splines instead of a press fit', endurance, [2, 3]],
    ],
  },
  'command-missing': {
    title: 'Wheel receives no command',
    elements: wheels,
    effect: 'FN-20 part-of',
    severity: 8,
    causes: [
      [
        'Both transceivers fail',
        'Two chips of two manufacturers',
        'Transients after ISO 7637-3',
        [2, 3],
        { key: 'wheel-transceivers' },
      ],
      ['Code of the wheel is read wrongly', 'Four pins with parity', 'STC-018', [2, 2]],
      [
        'Commands are discarded for a wrong counter',
        'Tolerance of three counts',
        'Network test with lost messages',
        [3, 3],
      ],
      [
        'Wheel is asleep when the driver brakes',
        'Woken up by the door and by the pedal',
        'Current and time measured for 500 starts',
        [2, 3],
      ],
    ],
  },
  'motor-weak': {
    title: 'Motor builds too little torque',
    elements: 'CO-46',
    effect: 'FN-21 less',
    severity: 8,
    causes: [
      [
        'Short between windings',
        'Insulation of class H, partial discharge below 600 V',
        endurance,
        [2, 3],
        { key: 'winding' },
      ],
      [
        'Magnets of the rotor weaken by heat',
        'Temperature model limits the current',
        'Ten fading stops from 180 km/h',
        [4, 3],
        { key: 'rotor-magnets' },
      ],
      [
        'Contact of a phase gets hot',
        'Welded, not plugged',
        'Current test with thermography',
        [2, 3],
        { key: 'phase-open' },
      ],
      ['Bearing of the motor drags', 'Sealed bearing, grease for 180 °C', endurance, [3, 3], { key: 'motor-bearing' }],
    ],
  },
}
