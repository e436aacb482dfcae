import type { Modes } from './mode.ts'
import { endurance, fem, wheels } from './wheel.ts'

const salt = 'Salt spray 720 h, stone chips and mud before'
const shaker = 'Shaker on the wheel carrier, 30 g, 200 h'
const xray = 'X-ray of every casting in the first year, then one in fifty'
const friction = 'Efficiency of the screw measured at -40, 25 and 120 °C'

/** The failure modes of the mechanics of the wheels, with the latches for parking. */
export const wheelMechanics: Modes = {
  'screw-jams': {
    title: 'Ball screw jams',
    elements: wheels,
    effect: 'FN-22 no',
    severity: 10,
    causes: [
      ['Ball breaks', 'Contact pressure below 2.9 GPa', endurance, [2, 3], { key: 'screw-ball', special: 'SC' }],
      ['Dirt passes the boot', 'Boot of silicone with two lips', salt, [3, 5], { key: 'screw-dirt' }],
      ['Grease gets stiff at -40 °C', 'Grease tested down to -54 °C', friction, [3, 2]],
      [
        'Screw is tilted by unevenly worn pads',
        'Spherical washer behind the piston',
        'Endurance with pads ground to 2 mm difference',
        [4, 4],
        {
          key: 'screw-tilt',
          action: {
            title: 'Endurance run with tapered pads of the present lining',
            type: 'detection',
            owner: 'Osprey Braking',
            dueInDays: 45,
          },
        },
      ],
    ],
  },
  'calliper-sticks': {
    title: 'Calliper sticks in its guides',
    elements: wheels,
    effect: 'FN-22 less',
    severity: 8,
    causes: [
      ['Guide pins corrode', 'Coated pins, grease of proven brakes', salt, [4, 3], { key: 'guide-pins' }],
      ['Boot is torn by a stone', 'Boot is behind the rib of the carrier', 'Gravel test', [3, 5]],
      [
        'Pad rusts into the carrier',
        'Springs of stainless steel',
        'Four months in the salt store, 60 vehicles',
        [4, 5],
        {
          key: 'pad-rust',
          action: {
            title: 'Second winter with carriers of sample C',
            type: 'detection',
            owner: 'Quality',
            dueInDays: 120,
          },
        },
      ],
      ['Piston seal swells', 'No fluid: dry seal', 'Storage in cleaners and coolant', [1, 3]],
    ],
  },
  'calliper-breaks': {
    title: 'Calliper, carrier or pad breaks',
    elements: wheels,
    effect: 'FN-21 no',
    severity: 8,
    causes: [
      ['Fatigue of the bridge of the calliper', fem, endurance, [2, 3], { key: 'calliper-fatigue', special: 'SC' }],
      ['Pores in the casting', 'Limits of porosity in the drawing, by zones', xray, [3, 2], { key: 'calliper-pores' }],
      [
        'Bolts of the carrier come loose',
        'Ribbed bolts, torque and angle recorded',
        shaker,
        [2, 3],
        { key: 'carrier-bolts', special: 'SC' },
      ],
      ['Lining comes off its plate', 'Plate with hooks', 'Shear test after 600 °C', [2, 3], { key: 'lining-off' }],
    ],
  },
  'spring-weak': {
    title: 'Return spring does not open the wheel',
    elements: wheels,
    effect: 'FN-22 no',
    severity: 10,
    causes: [
      [
        'Spring relaxes by heat',
        'Alloy for valve springs, 150 °C below its limit',
        '300 h at 250 °C',
        [2, 3],
        { key: 'spring-relaxed' },
      ],
      ['Spring breaks', 'Shot-peened; life of 10 million strokes', endurance, [2, 3], { key: 'spring-broken' }],
      [
        'Friction of a worn screw is too high',
        'Lead angle with 30 % reserve',
        `${friction}; STC-015`,
        [4, 3],
        {
          key: 'spring-friction',
          action: {
            title: 'Measure the time to open at each parking, and report 120 ms',
            type: 'detection',
            owner: 'Jonas Lind',
            dueInDays: 27,
          },
        },
      ],
      [
        'Motor brakes itself by shorted phases',
        'Opening the switch also separates the star point',
        'STC-015 with shorted phases',
        [2, 3],
        { key: 'phases-shorted' },
      ],
    ],
  },
  'latch-open': {
    title: 'Latch does not engage',
    elements: 'CO-37 CO-38',
    effect: 'FN-27 no',
    severity: 10,
    causes: [
      [
        'Ice in the latch',
        'Latch is inside the housing, behind the seal',
        'Icing test: wet, then -20 °C',
        [3, 5],
        {
          key: 'latch-ice',
          action: {
            title: 'Icing test with salt water and with a blocked drain',
            type: 'detection',
            owner: 'Osprey Braking',
            dueInDays: 34,
          },
        },
      ],
      ['Spring of the latch breaks', 'Two springs', '200,000 cycles', [2, 3], { key: 'latch-spring' }],
      ['Tooth on tooth', 'Motor moves on by half a tooth', '10,000 engagements with contacts recorded', [3, 2]],
      [
        'Contact reports engaged too early',
        'Contact at the end of the travel, adjusted in the line',
        'Force measured after each engagement',
        [3, 3],
        { key: 'latch-contact' },
      ],
    ],
  },
  'latch-opens': {
    title: 'Latch opens by itself',
    elements: 'CO-37 CO-38',
    effect: 'FN-27 unintended',
    severity: 10,
    causes: [
      [
        'Solenoid is powered by a short circuit',
        'Both wires are switched',
        'Fault injection at the solenoid',
        [2, 3],
        { key: 'solenoid-short' },
      ],
      [
        'Driver of the solenoid fails shorted',
        'High side and low side are switched by different chips',
        'Fault injection',
        [2, 2],
        { key: 'solenoid-driver' },
      ],
      [
        'Teeth are worn and slip under load',
        'Undercut of 4° pulls the latch in',
        '20,000 engagements at 25 kN',
        [2, 3],
        { key: 'latch-teeth', special: 'SC' },
      ],
      [
        'Knock of a railway wagon or a ferry',
        'Mass of the latch is balanced',
        'Shock 15 g in three directions',
        [2, 5],
      ],
    ],
  },
}
