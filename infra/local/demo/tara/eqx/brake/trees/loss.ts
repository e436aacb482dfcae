import { all, any, atLeast, type Branch, fails, from, outside, shared, treeOf, withCommonCauses } from './build.ts'
import { atEachWheel, wheelLost, wheels } from './wheel-lost.ts'

const noRequest = any(
  'no_request',
  'Request of the driver is not detected',
  fails('lever', 'Pedal lever breaks or jams', 0.1, {
    is: 'pedal-breaks',
    note: 'The one part that both halves share: its rate is that of brake pedals in the field.',
  }),
  all(
    'signals_lost',
    'Travel and force are both lost',
    any(
      'travel_lost',
      'Travel is lost',
      from('FT-09', 'supply_A_lost', 'travel_power', 'Supply A is lost'),
      all(
        'cells_lost',
        'Both cells of the travel fail',
        shared('cell_1', 'First cell of the travel fails', { is: 'cell-solder' }),
        shared('cell_2', 'Second cell of the travel fails', { is: 'cell-solder' }),
      ),
      fails('travel_plug', 'Plug of the travel sensors is open', 2, { is: 'pedal-plug' }),
      fails('travel_magnet', 'Magnet falls off the lever', 0.5, { is: 'pedal-magnet' }),
    ),
    any(
      'force_lost',
      'Force is lost',
      from('FT-09', 'supply_B_lost', 'force_power', 'Supply B is lost'),
      fails('force_bridge', 'Bridge of strain gauges is open', 6, { is: 'gauge-creep' }),
      fails('force_amplifier', 'Amplifier of the force fails', 9, { is: 'amplifier-drift' }),
      fails('force_plug', 'Plug of the force sensor is open', 2, { is: 'force-plug' }),
      fails('force_flex', 'Flexible board of the force sensor breaks', 3, { is: 'flex-breaks' }),
    ),
  ),
  atLeast(
    2,
    'signals_low',
    'Two of three signals read too low',
    fails('cell_1_low', 'First cell of the travel reads too low', 3, { is: 'reference-drift' }),
    fails('cell_2_low', 'Second cell of the travel reads too low', 3, { is: 'reference-drift' }),
    fails('force_low', 'Force reads too low', 5, { is: 'force-low' }),
  ),
)

/** A controller that does not send any forces; the DFMEA has the causes of A, and of B as a whole. */
function controllerLost(letter: 'A' | 'B'): Branch {
  const fault = (name: string, title: string, fit: number, is?: string) =>
    fails(`${letter}_${name}`, `${title}, controller ${letter}`, fit, is === undefined || letter === 'B' ? {} : { is })
  return any(
    `controller_${letter}_lost`,
    `Controller ${letter} sends no forces`,
    from('FT-09', `supply_${letter}_lost`, `${letter}_power`, `Supply ${letter} is lost`),
    shared(`${letter}_mcu`, `Microcontroller stops, controller ${letter}`, {
      is: letter === 'A' ? 'controller-silent' : 'controller-no-takeover',
    }),
    fault('regulator', 'Voltage regulator fails', 12, 'controller-regulator'),
    fault('clock', 'Quartz stops', 5, 'controller-clock'),
    fault('solder', 'Solder balls crack', 8, 'controller-solder'),
    fault('water', 'Condensation', 3, 'controller-water'),
    fault('memory', 'Memory error that cannot be corrected', 10, 'memory-flip'),
    fault('watchdog', 'Watchdog holds the reset', 4),
    all(
      `${letter}_transceivers`,
      `Both transceivers fail, controller ${letter}`,
      fault('transceiver_A', 'Transceiver of network A fails', 5),
      fault('transceiver_B', 'Transceiver of network B fails', 5),
    ),
  )
}

/** A network without any traffic. */
function networkLost(letter: 'A' | 'B'): Branch {
  const fault = (name: string, title: string, fit: number, is: string) =>
    fails(`network_${letter}_${name}`, `${title}, network ${letter}`, fit, { is })
  return any(
    `network_${letter}_lost`,
    `Network ${letter} carries no messages`,
    shared(`network_${letter}_wires`, `Wires are shorted or open, network ${letter}`, { is: 'harness-crushed' }),
    fault('dominant', 'A transceiver holds the line', 3, 'transceiver-dominant'),
    fault('termination', 'Termination is lost', 1.5, 'termination'),
    fault('water', 'Water in a plug', 2, 'wheel-plug'),
  )
}

const noForces = any(
  'no_forces',
  'Neither controller sends forces',
  all('controllers_lost', 'Both controllers fail', controllerLost('A'), controllerLost('B')),
  all(
    'no_takeover',
    'Controller A fails, and B does not take over',
    'controller_A_lost',
    fails('B_no_lead', 'Controller B keeps waiting', 2, { is: 'b-latent' }),
  ),
)

/** FT-01: more than 200 basic events, with common causes of wheels, controllers, networks and pedal. */
export const lossOfBraking = treeOf(
  withCommonCauses(
    any(
      'loss_of_braking',
      'Decelerates by less than 2.44 m/s² although the driver brakes',
      noRequest,
      noForces,
      all('networks_lost', 'Both networks fail', networkLost('A'), networkLost('B')),
      from('FT-09', 'supplies_lost', 'no_power', 'Both supplies are lost'),
      atLeast(3, 'three_wheels_lost', 'Fewer than two wheels brake', ...wheels.map(wheelLost)),
      outside('frozen', 'Both controllers repeat old forces with valid counters', 0.02, {
        is: 'no-leader',
        note: 'Residual faults behind the end-to-end protection.',
      }),
    ),
    {
      id: 'wheel_mcus',
      title: 'Microcontrollers of the wheels',
      model: 'MGL',
      members: atEachWheel('mcu'),
      fit: 'wheel_mcu',
      factors: [0.02, 0.3, 0.5],
      note: 'Same type and batch; heat differs between the axles.',
    },
    {
      id: 'wheel_water',
      title: 'Water in the wheel control units',
      model: 'alpha-factor',
      members: atEachWheel('water'),
      fit: 8,
      factors: [0.95, 0.03, 0.015, 0.005],
      note: 'Wading and high-pressure cleaning reach several wheels on the same day.',
    },
    {
      id: 'wheel_drivers',
      title: 'Driver circuits of the wheels',
      model: 'beta-factor',
      members: atEachWheel('driver'),
      fit: 10,
      factors: [0.01],
    },
    {
      id: 'controller_mcus',
      title: 'Microcontrollers of A and B',
      model: 'beta-factor',
      members: 'A_mcu B_mcu',
      fit: 'controller_mcu',
      factors: [0.005],
      note: 'Two families of two manufacturers: heat and interference are left.',
    },
    {
      id: 'network_wires',
      title: 'Wires of both networks',
      model: 'beta-factor',
      members: 'network_A_wires network_B_wires',
      fit: 6,
      factors: [0.02],
      note: 'An accident that tears both routes ends the trip; what is left is water and chafing.',
    },
    {
      id: 'travel_cells',
      title: 'Cells of the travel',
      model: 'beta-factor',
      members: 'cell_1 cell_2',
      fit: 12,
      factors: [0.05],
    },
  ),
  {
    wheel_mcu: ['Microcontroller of a wheel stops', 45, 3],
    controller_mcu: ['Microcontroller of a controller stops', 60, 3],
    wheel_regulator: ['Voltage regulator of a wheel fails', 12, 3],
    wheel_harness: ['Wires to a wheel are broken', 6, 5],
    transistor: ['Transistor of the bridge fails open', 2],
  },
)

/** FT-09: both supplies; other trees take its nodes. */
export const supply = treeOf(
  withCommonCauses(
    any(
      'supplies_lost',
      'Both supplies are lost',
      all('each_lost', 'Each supply fails by itself', supplyLost('A', 'battery'), supplyLost('B', 'capacitor bank')),
      any(
        'supplies_destroyed',
        'Too high a voltage on both branches',
        all(
          'converter',
          'Voltage of the converter is not limited',
          fails('converter_control', 'DC/DC converter loses its control', 20, { is: 'converter-over' }),
          fails('converter_cut', 'Second regulator does not cut off', 5),
        ),
        all(
          'dump',
          'Load dump passes',
          fails('load_dump', 'Battery terminal comes off while charging', 3, { is: 'load-dump' }),
          fails('suppressors', 'Suppressors of a branch are open', 2),
        ),
      ),
      all(
        'short_spreads',
        'Short circuit takes both branches',
        fails('short', 'Short circuit in a branch', 4),
        all(
          'not_separated',
          'Branches are not separated',
          fails('separator_1', 'First switch does not open', 4, { is: 'separator-stuck' }),
          fails('separator_2', 'Second switch does not open', 4, { is: 'separator-stuck' }),
        ),
      ),
    ),
    {
      id: 'separators_open',
      title: 'Separating switches of both branches',
      model: 'beta-factor',
      members: 'A_separator B_separator',
      fit: 15,
      factors: [0.02],
      note: 'Same type, at different places of the vehicle.',
    },
  ),
)

function supplyLost(letter: 'A' | 'B', store: string): Branch {
  const fault = (name: string, title: string, fit: number, is?: string) =>
    fails(`${letter}_${name}`, `${title}, branch ${letter}`, fit, is === undefined ? {} : { is })
  return any(
    `supply_${letter}_lost`,
    `Supply ${letter} is lost`,
    shared(`${letter}_separator`, `Separating switch opens by itself, branch ${letter}`, { is: 'separator-opens' }),
    fault('lug', 'Cable lug comes loose', 3, 'cable-lug'),
    fault('fuse', 'Fuse opens by itself', 2, 'supply-fuse'),
    fault('distributor', 'Distributor is open', 2),
    all(
      `${letter}_energy`,
      `No energy, branch ${letter}`,
      fault('store', `The ${store} fails`, letter === 'A' ? 60 : 25, letter === 'A' ? 'battery-open' : 'bank-aged'),
      fault('charging', 'Charging from the converter fails', 40),
    ),
  )
}
