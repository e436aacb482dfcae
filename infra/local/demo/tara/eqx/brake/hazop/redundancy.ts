import { hazardous, harmless, type Judgements, senseless } from './cell.ts'

/** What the reserves and the warnings do. */
export const redundancy: Judgements = {
  'FN-29': {
    title: 'Hand over to the second controller',
    cells: [
      hazardous(
        'no',
        'Second controller does not take over',
        'HZ-01',
        'The first one is silent and the wheels wait for it.',
        'No braking after the first fault.',
      ),
      hazardous(
        'late',
        'Hand-over takes too long',
        'HZ-01',
        'The wheels release after their timeout before the other controller leads.',
        'A gap of half a second in the middle of braking.',
      ),
      hazardous(
        'as-well-as',
        'Both controllers lead',
        'HZ-04',
        'The wheels follow different controllers.',
        'Forces of the two diagonals differ.',
      ),
      hazardous(
        'unintended',
        'Hand-over to a faulty controller',
        'HZ-03',
        'The wheels follow the controller that was excluded.',
        'Forces by a faulty computation.',
      ),
      harmless(
        'intermittent',
        'Controllers change the lead to and fro',
        'Both compute the same force from the same sensors; after three changes the present one stays.',
      ),
      harmless(
        'early',
        'Hand-over without a fault',
        'The second controller does the same; the lost redundancy is shown and stored.',
      ),
      ...senseless('more less reverse', 'A hand-over happens or not.'),
    ],
  },
  'FN-30': {
    title: 'Supply the brake',
    cells: [
      hazardous(
        'no',
        'Both supplies fail',
        'HZ-01',
        'Controllers and wheels are without power.',
        'No braking; the latches stay open while driving.',
      ),
      hazardous(
        'part-of',
        'One supply fails',
        'HZ-02 HZ-09',
        'One diagonal is without power.',
        'Half of the braking remains; without a warning the driver goes on.',
      ),
      hazardous(
        'less',
        'Voltage is too low',
        'HZ-02',
        'The motors do not reach their torque.',
        'Full braking is not reached.',
      ),
      hazardous(
        'more',
        'Voltage is too high',
        'HZ-01',
        'Both branches exceed 18 V after a load dump.',
        'Controllers on both branches may be destroyed.',
      ),
      hazardous(
        'intermittent',
        'Supply breaks down under load',
        'HZ-02',
        'The voltage dips at each strong clamping.',
        'Force collapses in emergency braking.',
      ),
      ...senseless('reverse', 'Reverse polarity is possible in the workshop only, and blows the fuse.'),
      ...senseless(
        'early late before after',
        'A supply is there from the first door opening until the vehicle sleeps.',
      ),
    ],
  },
  'FN-31': {
    title: 'Inform driver and traffic',
    cells: [
      hazardous(
        'no',
        'No warning of lost braking',
        'HZ-09',
        'A diagonal has failed and no lamp is lit.',
        'The driver goes on and meets the next fault without a reserve.',
      ),
      hazardous(
        'part-of',
        'Brake lights stay dark',
        'HZ-10',
        'The request for the brake light is missing while the vehicle brakes.',
        'The vehicle behind notices late.',
      ),
      hazardous(
        'late',
        'Warning comes late',
        'HZ-09',
        'The lamp is lit after minutes.',
        'The driver begins a descent without knowing.',
      ),
      hazardous(
        'stuck',
        'Brake lights stay lit',
        'HZ-10',
        'The brake light remains on after braking.',
        'The vehicle behind cannot see that braking begins.',
      ),
      harmless(
        'unintended',
        'Warning without a fault',
        'The driver goes to a workshop for nothing; nobody brakes hard because of a lamp.',
      ),
      ...senseless('reverse more less', 'A lamp is lit or not; its brightness is a matter of the lamp.'),
    ],
  },
}
