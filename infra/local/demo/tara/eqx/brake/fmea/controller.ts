import type { Modes } from './mode.ts'

const derated = 'Derated to 60 % of rated voltage, current and temperature'
const temperature = 'Temperature cycles, 1,500 from -40 to 125 °C, with daisy chains'
const reviewed = 'Guidelines for C, static analysis without open findings, review by a second developer'
const unit = 'Unit tests with full MC/DC coverage'
const backToBack = 'Back-to-back with controller B over 400 h of driving'
const injected = 'Fault injection on the bench, STC-004 and STC-012'
const timing = 'Timing analysis of the worst case, budget of 60 %'
const network = 'Network test with 300 % load, and bit errors'

/** The failure modes of the two controllers and of the networks. */
export const controllerModes: Modes = {
  'controller-silent': {
    title: 'Controller falls silent',
    elements: 'CO-33',
    effect: 'FN-19 no',
    severity: 10,
    causes: [
      [
        'Voltage regulator fails',
        `${derated}; ceramic capacitors with soft termination`,
        temperature,
        [2, 3],
        { key: 'controller-regulator' },
      ],
      [
        'Solder balls of the microcontroller crack',
        'Underfill, board is fixed at six points',
        temperature,
        [3, 3],
        { key: 'controller-solder' },
      ],
      [
        'Quartz stops after a shock',
        'Internal oscillator takes over',
        'Shock test, then frequency',
        [2, 2],
        { key: 'controller-clock' },
      ],
      [
        'Exception in the application',
        reviewed,
        unit,
        [4, 3],
        {
          key: 'controller-software',
          action: {
            title: 'Prove the absence of run-time errors by abstract interpretation',
            type: 'detection',
            owner: 'Osprey Braking',
            dueInDays: 19,
          },
        },
      ],
      [
        'Condensation on the board',
        'Conformal coating, membrane in the housing',
        'Dewing test, powered, 30 cycles',
        [3, 5],
        { key: 'controller-water' },
      ],
    ],
  },
  'controller-high': {
    title: 'Forces are computed too high',
    elements: 'CO-33',
    effect: 'FN-19 unintended',
    severity: 10,
    causes: [
      ['Sum of the requests overflows', 'Saturated arithmetic throughout', unit, [2, 2], { key: 'request-overflow' }],
      [
        'Data set of another variant',
        'Variant is coded at the end of the line',
        'Checksum of the data set',
        [4, 4],
        {
          action: {
            title: 'Compare mass and axle load of the data set with the VIN at each start',
            type: 'prevention',
            owner: 'Jonas Lind',
            dueInDays: -34,
            taken: 'A data set that does not fit blocks the release for driving.',
            evidence: 'OB-CR-0231',
            after: [2, 3],
          },
        },
      ],
      [
        'Bit of the memory flips',
        'Error correction on RAM and flash, lockstep cores',
        'Fault injection by the debugger',
        [3, 3],
        { key: 'memory-flip' },
      ],
      [
        'Old request of assistance is used',
        'Age is part of each request in the software',
        injected,
        [3, 3],
        { key: 'stale-request' },
      ],
      ['Newton and percent are mixed up between modules', 'Types of their own for each unit', unit, [2, 2]],
    ],
  },
  'controller-late': {
    title: 'Forces are computed late',
    elements: 'CO-33',
    effect: 'FN-19 late',
    severity: 8,
    causes: [
      ['Task waits for a lower one', 'Priority ceiling for all resources', timing, [3, 3]],
      ['Flood of interrupts from the network', 'Receive buffers are polled', network, [3, 2]],
      ['Diagnosis takes too much time', 'Diagnosis has the lowest priority and is cut at 300 µs', 'STC-006', [3, 2]],
      ['Flash is written during braking', 'Writing is postponed until standstill', 'Trace of 40 h of driving', [4, 4]],
    ],
  },
  'controller-one-side': {
    title: 'One side is left out',
    elements: 'CO-33',
    effect: 'FN-19 part-of',
    severity: 10,
    causes: [
      [
        'Index of a wheel is wrong after a cut-off',
        `${reviewed}; wheels are named, not numbered`,
        unit,
        [2, 3],
        { key: 'wheel-index' },
      ],
      ['Limit of the opposite wheel is not lifted', 'State machine is modelled and simulated', backToBack, [3, 3]],
      [
        'Wheel is taken for lost because of its clock',
        'Tolerance of 2 % for the clocks of the wheels',
        network,
        [3, 5],
      ],
      [
        'Both wheels of a side are cut off after a brown-out',
        'Sequence of wake-up is specified',
        injected,
        [4, 4],
        {
          action: {
            title: 'Let a wheel come back by itself once its supply is stable',
            type: 'prevention',
            owner: 'Osprey Braking',
            dueInDays: 9,
          },
        },
      ],
    ],
  },
  'controller-no-takeover': {
    title: 'Second controller does not take over',
    elements: 'CO-34',
    effect: 'FN-29 no',
    severity: 10,
    causes: [
      [
        'A fails while B still starts',
        'No release for driving until B is ready',
        'STC-004, from the first second on',
        [2, 2],
      ],
      [
        'Both take the other one for the leader',
        'Wheels decide, not the controllers',
        injected,
        [2, 3],
        { key: 'no-leader' },
      ],
      ['Sensors of B make the others exclude it', 'B reads all sensors by itself', backToBack, [3, 3]],
      [
        'Latent fault of B is not noticed',
        'Self-test at each start, 94 % coverage',
        'Fault injection with 2,000 stuck-at faults',
        [4, 3],
        {
          key: 'b-latent',
          noAction: 'A is monitored as well, so that two faults are needed; FT-01 has the pair below 0.01 FIT.',
        },
      ],
    ],
  },
  'controller-no-warning': {
    title: 'Fault is not reported',
    elements: 'CO-33',
    effect: 'FN-31 no',
    severity: 9,
    causes: [
      [
        'Filter of the entry is too long',
        'Each entry has its time in the safety concept',
        'Table of all entries in the review',
        [3, 5],
      ],
      [
        'Entry is suppressed by another one',
        'Safety entries suppress nothing',
        unit,
        [3, 3],
        { key: 'warning-suppressed' },
      ],
      [
        'BrakeState is lost at the gateway',
        'Sent by two controllers on two networks',
        network,
        [2, 3],
        { key: 'warning-lost' },
      ],
      [
        'Lamp takes a frozen counter for a healthy brake',
        'End-to-end protection with a timeout of 200 ms',
        'STC-023',
        [4, 4],
        {
          key: 'warning-frozen',
          action: {
            title: 'Cluster compares the counters of both controllers',
            type: 'detection',
            owner: 'Kittiwake Cockpit',
            dueInDays: -6,
          },
        },
      ],
    ],
  },
  'network-lost': {
    title: 'A network is shorted or open',
    elements: 'CH-16 CH-17',
    effect: 'FN-20 no',
    severity: 10,
    causes: [
      [
        'Harness is crushed in an accident',
        'Routes left and right of the body',
        'Crash simulation, front and side',
        [2, 6],
        {
          key: 'harness-crushed',
          action: {
            title: 'Repeat the side impact with both routes in the real body',
            type: 'detection',
            owner: 'Body and harness',
            dueInDays: 52,
          },
        },
      ],
      [
        'Water in a plug at the wheel',
        'Sealed plug above the water line',
        'Wading 500 mm, high-pressure cleaning',
        [3, 3],
        { key: 'wheel-plug' },
      ],
      [
        'Transceiver holds the line dominant',
        'Timeout in the transceiver',
        'Fault injection at each node',
        [3, 2],
        { key: 'transceiver-dominant' },
      ],
      ['Termination is lost', 'Split termination at both ends', 'STC-007', [3, 2], { key: 'termination' }],
      [
        'Same plug is damaged on both networks at a wheel',
        'Two plugs, turned by 90°',
        'Assembly trial with 40 wheels',
        [3, 6],
      ],
    ],
  },
}
